package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Outputs;
import org.sss.server.task.output.MemoryRuns;

/** What a task has besides its tuples: things to close, counters, files. */
class TaskResourcesTest {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);

    @TempDir
    private Path directory;

    private final MemoryRuns input = new MemoryRuns();
    private final TaskBed bed = new TaskBed();

    @BeforeEach
    void addALine() {
        input.addRun(0, List.<byte[][]>of(new byte[][] {
            TaskBed.encode(Codecs.LONG, 0L), TaskBed.encode(Codecs.STRING, "line")
        }));
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private static Job map(Mapper<Long, String, String, Long> mapper) {
        return Workflow.named("w").map(LINES, WORDS, mapper).named("count");
    }

    @Test
    void closesOtherResourcesAfterAFailure() {
        List<String> closed = new ArrayList<>();
        bed.runner(
                        map(new Mapper<>() {
                            @Override
                            public void setup(TaskContext context) {
                                context.closeAtEnd(() -> closed.add("first"));
                                context.closeAtEnd(() -> {
                                    throw new AssertionError("it is broken");
                                });
                                context.closeAtEnd(() -> closed.add("last"));
                            }

                            @Override
                            public void map(Long key, String line, Emitter<String, Long> out) {
                                out.emit(line, key);
                            }
                        }),
                        input)
                .run();
        assertThat(closed).containsExactly("last", "first");
    }

    @Test
    void countersAreForFewNames() {
        SssException e = catchThrowableOfType(
                SssException.class,
                bed.runner(
                        map((key, line, out) -> {
                            for (int i = 0; i < 20_000; i++) {
                                out.count("n" + i, 1);
                            }
                        }),
                        input)::run);
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e)
                .hasMessageContaining("job 'count'")
                .hasMessageContaining("now with 'n1000'")
                .hasMessageContaining("more than 1000 names")
                .hasMessageContaining("emit tuples");
    }

    @Test
    void namesOfCountersAreShort() {
        SssException e = catchThrowableOfType(
                SssException.class,
                bed.runner(
                        map((key, line, out) -> {
                            out.count("x".repeat(30_000), 1);
                            out.count("y".repeat(30_000), 1);
                        }),
                        input)::run);
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e).hasMessageContaining("32768 characters together");
        assertThat(e.getMessage()).hasSizeLessThan(2_000);
    }

    /** Files of the name that its code chooses are no business of the engine's, which sorts many values in files. */
    @Test
    void theTemporaryDirectoryHasInItWhatTheCodeHasPutThere() {
        List<byte[][]> tuples = new ArrayList<>();
        for (int i = 20_000; i > 0; i--) {
            tuples.add(new byte[][] {
                TaskBed.encode(Codecs.LONG, 0L), TaskBed.encode(Codecs.STRING, String.format("n%06d", i))
            });
        }
        input.addRun(0, tuples);
        bed.runner(Workflow.named("w").reduce(LINES, WORDS, new WritingBeside()).orderValues(), input)
                .run();
        Map<String, Long> counted = new HashMap<>();
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            bed.output(s)
                    .forEach((key, values) -> counted.put(
                            key.toString(), Codecs.LONG.decode(values.get(0).toByteArray(), 0, Long.BYTES)));
        }
        assertThat(counted).isEqualTo(Map.of("[values-0]", 20_001L, "mine", 0L));
    }

    /** Emits the names of the files that it sees with the number of values in order, and what is in its own. */
    private static final class WritingBeside implements Reducer<Long, String, String, Long> {
        private static final long serialVersionUID = 1L;
        private transient Path own;

        @Override
        public void setup(TaskContext context) throws IOException {
            own = Files.writeString(context.temporaryDirectory().resolve("values-0"), "mine");
        }

        @Override
        public void reduce(Long key, Iterable<String> values, Emitter<String, Long> out) throws IOException {
            long ordered = 0;
            String before = "";
            for (String value : values) {
                ordered += value.compareTo(before) > 0 ? 1 : 0;
                before = value;
            }
            try (Stream<Path> files = Files.list(own.getParent())) {
                out.emit(
                        files.map(file -> file.getFileName().toString())
                                .toList()
                                .toString(),
                        ordered);
            }
            out.emit(Files.readString(own), 0L);
        }
    }

    @Test
    void existingFileBelongsToTheJobOnlyAfterARestart() throws Exception {
        Job job = Workflow.named("w")
                .map(LINES, WORDS, Outputs.text(directory.toString(), LINES))
                .named("files");
        Path file = Files.writeString(directory.resolve("part-00000"), "of the first start");
        SssException e = catchThrowableOfType(SssException.class, bed.runner(job, input)::run);
        assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
        assertThat(bed.restartedRunner(job, input).run().tuplesIn()).isEqualTo(1);
        assertThat(file).hasContent("of the first start");
    }
}
