package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.SssClient;
import org.sss.io.Outputs;
import org.sss.io.Sources;
import org.sss.net.testing.LauncherClassPath;

/** The files of a node that is started with a umask of 0, and the files of its jobs. */
class NodeFilesIT {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);

    @TempDir
    private Path directory;

    private Path cluster;
    private Path shared;
    private Path secret;
    private String address;

    @BeforeEach
    void start() throws Exception {
        directory = directory.toRealPath();
        cluster = directory.resolve("cluster");
        shared = Files.createDirectory(directory.resolve("shared"));
        secret = Files.writeString(directory.resolve("secret"), "a secret\n");
        String output = sss(
                "cluster",
                "start",
                "--nodes",
                "1",
                "--dir",
                cluster.toString(),
                "--port",
                "0",
                "--set",
                "files.roots=" + shared);
        address = output.lines()
                .filter(line -> line.startsWith("127.0.0.1:"))
                .findFirst()
                .orElseThrow(() -> new AssertionError(output));
    }

    @AfterEach
    void stop() throws Exception {
        sss("cluster", "stop", "--dir", cluster.toString());
    }

    private static String sss(String... args) throws IOException, InterruptedException {
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "umask 0; exec \"$@\"",
                "sh",
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xmx128m",
                "--enable-native-access=ALL-UNNAMED"));
        command.addAll(LauncherClassPath.javaOptions());
        command.addAll(List.of("-cp", System.getProperty("java.class.path"), "org.sss.cli.Main"));
        command.addAll(List.of(args));
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }

    private void run(Workflow workflow) {
        try (SssClient client = SssClient.connect(address)) {
            client.run(workflow);
        }
    }

    private static Workflow reading(Path file) {
        return reading(file, LINES);
    }

    private static Workflow reading(Path file, TupleGroup<Long, String> into) {
        Workflow workflow = Workflow.named("read");
        workflow.map(Sources.text(file.toString()), into, (position, line, out) -> out.emit(position, line));
        return workflow;
    }

    private static Workflow writing(Path output) {
        Workflow workflow = Workflow.named("write");
        workflow.map(
                LINES,
                TupleGroup.of("files", Codecs.STRING, Codecs.LONG).asTemporary(),
                Outputs.text(output.toString(), LINES));
        return workflow;
    }

    private static String rights(Path file) {
        try {
            return PosixFilePermissions.toString(Files.getPosixFilePermissions(file, LinkOption.NOFOLLOW_LINKS));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static List<Path> below(Path top) throws IOException {
        try (Stream<Path> all = Files.walk(top)) {
            return all.toList();
        }
    }

    @Test
    void filesOfANodeAreOfItsOwnerAndThoseOfJobsHaveTheRightsOfItsUmask() throws Exception {
        StringBuilder lines = new StringBuilder();
        for (int i = 0; i < 20_000; i++) {
            lines.append("line ").append(i).append('\n');
        }
        run(reading(Files.writeString(shared.resolve("input"), lines)));
        run(writing(shared.resolve("made/out")));
        List<Path> own = below(cluster);
        assertThat(own)
                .anyMatch(file -> file.endsWith("log"))
                .anyMatch(file -> file.endsWith("pid"))
                .anyMatch(file -> file.endsWith("coordinator/journal"))
                .anyMatch(file -> file.toString().contains("/data/groups/"))
                .anyMatch(file -> file.toString().contains("/blobs/"))
                .hasSizeGreaterThan(20);
        assertThat(own)
                .allSatisfy(file -> assertThat(rights(file)).as("%s", file).endsWith("------"));
        assertThat(below(shared.resolve("made")))
                .hasSizeGreaterThan(2)
                .allSatisfy(file -> assertThat(rights(file))
                        .as("%s", file)
                        .isEqualTo(Files.isDirectory(file) ? "rwxrwxrwx" : "rw-rw-rw-"));
    }

    @Test
    void jobsUseFilesBelowTheRootsOnly() throws Exception {
        run(reading(Files.writeString(shared.resolve("input"), "one\n")));
        Path link = Files.createSymbolicLink(shared.resolve("link"), secret);
        for (Path outside : List.of(secret, link)) {
            assertThatThrownBy(() -> run(reading(outside, TupleGroup.of("others", Codecs.LONG, Codecs.STRING))))
                    .isInstanceOf(SssException.class)
                    .hasMessageContainingAll("node 0 may not read '" + outside + "'", "files.roots", shared.toString());
        }
        Path elsewhere = directory.resolve("out");
        assertThatThrownBy(() -> run(writing(elsewhere)))
                .isInstanceOf(SssException.class)
                .hasMessageContainingAll("node 0 may not write '" + elsewhere, "files.roots");
        assertThat(elsewhere).doesNotExist();
    }
}
