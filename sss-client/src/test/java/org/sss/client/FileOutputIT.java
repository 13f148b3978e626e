package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.FileOutput;
import org.sss.io.Outputs;
import org.sss.io.Sources;

/** Files as the output of jobs: there as a whole, or not at all. */
class FileOutputIT {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> FILES = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);
    private static final int TUPLES = 1000;

    @TempDir
    Path directory;

    private SssClient client;
    private Path out;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
        out = directory.resolve("a/b");
        try (GroupWriter<Long, String> writer = client.write(LINES)) {
            for (long i = 0; i < TUPLES; i++) {
                writer.append(i, "line " + i);
            }
            writer.commit();
        }
    }

    @AfterEach
    void stop() {
        client.close();
    }

    @Test
    void eachTaskWritesOneFileAndTheOutputGroupListsThem() throws IOException {
        run(Outputs.text(out.toString(), LINES));
        assertThat(names()).hasSize(client.cluster().subgroupCount()).startsWith("part-00000", "part-00001");
        List<String> lines = new ArrayList<>();
        long listed = 0;
        for (var file : client.scan(FILES).toList()) {
            lines.addAll(Files.readAllLines(Path.of(file.getKey())));
            listed += file.getValue();
        }
        assertThat(listed).isEqualTo(TUPLES);
        assertThat(lines).hasSize(TUPLES).doesNotHaveDuplicates().contains("7\tline 7");
    }

    /** There are languages whose digits are others. */
    @Test
    void filesHaveTheSameNamesInAllLanguages() throws IOException {
        Locale before = Locale.getDefault();
        Locale.setDefault(Locale.forLanguageTag("fa-IR"));
        try {
            run(Outputs.text(out.toString(), LINES));
        } finally {
            Locale.setDefault(before);
        }
        assertThat(names()).startsWith("part-00000");
    }

    @Test
    void filesAreCompressedOnRequestAndReadBack() throws IOException {
        run(Outputs.text(out.toString(), LINES).zstd().valuesOnly());
        assertThat(names()).allMatch(name -> name.endsWith(".zst"));
        TupleGroup<String, Long> back = TupleGroup.of("back", Codecs.STRING, Codecs.LONG);
        Workflow workflow = Workflow.named("back");
        workflow.map(Sources.text(out.toString()), back, (at, line, to) -> to.emit(line, 1L));
        client.run(workflow);
        assertThat(client.count("back")).isEqualTo(TUPLES);
        assertThat(client.get(back, "line 999")).containsExactly(1L);
    }

    @Test
    void existingFilesAreNotOverwrittenByDefault() throws IOException {
        Files.createDirectories(out);
        Path first = Files.writeString(out.resolve("part-00000"), "mine");
        SssException e = catchThrowableOfType(SssException.class, () -> run(Outputs.text(out.toString(), LINES)));
        assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThat(e).hasMessageContaining("part-00000' exists already").hasMessageContaining("replacing()");
        assertThat(first).hasContent("mine");
        await().untilAsserted(() -> assertThat(names()).containsExactly("part-00000"));
        run(Outputs.text(out.toString(), LINES).replacing());
        assertThat(names()).hasSize(client.cluster().subgroupCount());
        assertThat(Files.readString(first)).contains("\tline ");
    }

    @Test
    void rejectsAFileInsteadOfTheDirectory() throws IOException {
        Files.createDirectories(out.getParent());
        Files.writeString(out, "mine");
        SssException e = catchThrowableOfType(SssException.class, () -> run(Outputs.text(out.toString(), LINES)));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e).hasMessageContaining("'" + out + "' is a file, but a directory is needed");
        assertThat(out).hasContent("mine");
    }

    @Test
    void aFailedJobLeavesNoFile() {
        String watched = out.toString();
        Workflow workflow = Workflow.named("fails");
        workflow.map(LINES, FILES, Outputs.text(out.toString(), LINES).mapper((at, line, lines) -> {
            lines.emit(at, line);
            if (at == TUPLES / 2) {
                // Fails while there are files of other tasks.
                await().until(() -> new java.io.File(watched).list().length > 1);
                throw new IllegalStateException("cannot take " + line);
            }
        }));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("cannot take line 500");
        await().untilAsserted(() -> assertThat(names()).isEmpty());
        assertThat(client.groups()).extracting(group -> group.name()).containsExactly("lines");
    }

    @Test
    void aCancelledJobLeavesNoFile() {
        Workflow workflow = Workflow.named("cancelled");
        workflow.map(LINES, FILES, Outputs.text(out.toString(), LINES).mapper((at, line, lines) -> {
            lines.emit(at, line);
            if (at == TUPLES / 2) {
                new CountDownLatch(1).await();
            }
        }));
        WorkflowHandle handle = client.submit(workflow);
        await().until(() -> !names().isEmpty());
        handle.cancel();
        await().untilAsserted(() -> assertThat(names()).isEmpty());
    }

    @Test
    void theInputsOfAMapMayWriteToOneDirectory() throws IOException {
        TupleGroup<Long, String> copy = copy();
        Workflow both = Workflow.named("both");
        both.map(LINES, FILES, Outputs.csv(out.toString(), LINES)).from(copy, Outputs.csv(out + "/../b", copy));
        client.run(both);
        int tasks = client.cluster().subgroupCount();
        assertThat(names()).hasSize(2 * tasks).startsWith("part-00000-1.csv", "part-00000.csv", "part-00001-1.csv");
        assertThat(client.scan(FILES).toList())
                .hasSize(2 * tasks)
                .extracting(Map.Entry::getValue)
                .satisfies(tuples ->
                        assertThat(tuples.stream().mapToLong(n -> n).sum()).isEqualTo(2 * TUPLES));

        TupleGroup<Long, String> back = TupleGroup.of("back", Codecs.LONG, Codecs.STRING);
        Workflow read = Workflow.named("back");
        read.map(Sources.csv(out.toString()), back, (at, row, to) -> to.emit(row.getLong("key"), row.text("value")));
        client.run(read);
        assertThat(client.get(back, 7L)).containsExactly("line 7", "line 7");
        assertThat(client.count("back")).isEqualTo(2 * TUPLES);
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(both))
                        .code())
                .isEqualTo(ErrorCode.ALREADY_EXISTS);
    }

    @Test
    void severalReducersNeedSeparateDirectories() {
        TupleGroup<String, Long> more = TupleGroup.of("more", Codecs.STRING, Codecs.LONG);
        Workflow both = Workflow.named("both");
        both.reduce(LINES, FILES, Outputs.text(out.toString(), LINES)).and(more, Outputs.text(out + "/../b", LINES));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(both));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e)
                .hasMessageContaining("two outputs of this job write file")
                .hasMessageContaining("a separate directory");
        await().untilAsserted(() -> assertThat(names()).isEmpty());
    }

    private TupleGroup<Long, String> copy() {
        TupleGroup<Long, String> copy = TupleGroup.of("copy", Codecs.LONG, Codecs.STRING);
        Workflow workflow = Workflow.named("copy");
        workflow.map(LINES, copy, (at, line, to) -> to.emit(at, line));
        client.run(workflow);
        return copy;
    }

    private void run(FileOutput<Long, String> output) {
        Workflow workflow = Workflow.named("write");
        workflow.map(LINES, FILES, output);
        client.run(workflow);
    }

    /** All files, the hidden ones too. */
    private List<String> names() throws IOException {
        if (!Files.exists(out)) {
            return List.of();
        }
        try (Stream<Path> files = Files.list(out)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }
}
