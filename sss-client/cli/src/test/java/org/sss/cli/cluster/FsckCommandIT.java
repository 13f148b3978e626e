package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.cli.Main;
import org.sss.cli.terminal.StandardOutput;
import org.sss.client.GroupWriter;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;

class FsckCommandIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    @BeforeEach
    void store() {
        try (SssClient client = LocalCluster.start(2, directory);
                GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            LongStream.range(0, 1000).forEach(i -> writer.append(i, i));
            writer.commit();
        }
    }

    private int fsck(String... options) {
        out.reset();
        String[] words = Stream.concat(Stream.of("fsck"), Stream.of(options)).toArray(String[]::new);
        return Main.run(words, out, new PrintStream(err, true, UTF_8), false);
    }

    private Path anySegment() throws IOException {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(file -> file.toString().endsWith(".sss"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void intactDataIsCountedWithExitCodeZero() {
        assertThat(fsck(directory.toString())).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("no problems: 2 data directories, 1 group,")
                .contains(" 1000 tuples")
                .hasLineCount(1);
        assertThat(fsck(directory.toString(), "--json")).isZero();
        assertThat(out.toString(UTF_8)).contains("\"tuples\":1000").contains("\"findings\":[]");
    }

    @Test
    void aProblemIsALineWithExitCodeOne() throws IOException {
        Path file = anySegment();
        Files.delete(file);
        assertThat(fsck(directory.toString())).isEqualTo(1);
        assertThat(out.toString(UTF_8))
                .startsWith("problem: group ")
                .contains(file + " is missing")
                .contains("\n1 problem: ")
                .hasLineCount(2);
        assertThat(err.size()).isZero();
    }

    /** With more problems than fit into the output buffer. */
    @Test
    void aProblemIsAFailureEvenIfTheOutputIsClosed() throws IOException {
        OutputStream closed = new OutputStream() {
            @Override
            public void write(int b) throws IOException {
                throw new StandardOutput.ClosedPipe(new IOException("Broken pipe"));
            }
        };
        PrintStream messages = new PrintStream(err, true, UTF_8);
        assertThat(Main.run(new String[] {"fsck", directory.toString()}, closed, messages, false))
                .isZero();
        Path group = anySegment().getParent();
        for (int i = 0; i < 1000; i++) {
            Files.createFile(group.resolve("a-stray-file-with-a-long-name-that-nobody-reads-" + i));
        }
        assertThat(Main.run(new String[] {"fsck", directory.toString()}, closed, messages, false))
                .isEqualTo(1);
        assertThat(Main.run(new String[] {"fsck", directory.toString(), "--json"}, closed, messages, false))
                .isEqualTo(1);
        assertThat(err.size()).isZero();
    }

    @Test
    void verifiesTheDirectoryOfANodeAndReportsWhatCannotBeChecked() {
        assertThat(fsck(directory.resolve("node-1").toString())).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("note: this is the data of one node")
                .contains("no problems: ")
                .hasLineCount(2);
        assertThat(fsck(directory.resolve("node-1/data").toString())).isZero();
        assertThat(out.toString(UTF_8))
                .startsWith("note: this is the data of a single data server")
                .hasLineCount(2);
    }

    @Test
    void unreadableSettingsAreAProblem() throws IOException {
        Files.writeString(directory.resolve("node-1/node.properties"), "node.idd = 1\n");
        assertThat(fsck(directory.toString())).isEqualTo(1);
        assertThat(out.toString(UTF_8))
                .startsWith("problem: assuming that the data of node 1 is in ")
                .contains("node.idd");
    }

    @Test
    void aDirectoryWithoutDataIsAFailure() {
        assertThat(fsck(directory.resolve("elsewhere").toString())).isEqualTo(1);
        assertThat(err.toString(UTF_8)).contains("there is no data of SSS in").hasLineCount(1);
    }
}
