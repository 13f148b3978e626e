package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.Job;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.io.Outputs;
import org.sss.server.task.output.MemoryRuns;

/** What others see of a task while its code runs. The code looks itself, so that nothing depends on time. */
class SignsTest {
    private static final TupleGroup<String, Long> IN = TupleGroup.of("in", Codecs.STRING, Codecs.LONG);
    private static final TupleGroup<String, Long> OUT = TupleGroup.of("out", Codecs.STRING, Codecs.LONG);

    private final MemoryRuns input = new MemoryRuns();
    private final TaskBed bed = new TaskBed();
    private final List<Long> signs = new ArrayList<>();
    private final List<String> places = new ArrayList<>();
    private TaskRunner runner;

    @AfterEach
    void close() {
        bed.close();
    }

    private void look() {
        places.add(runner.site(Thread.currentThread()).place());
        signs.add(runner.signs());
    }

    private void run(Job job) {
        List<byte[][]> tuples = new ArrayList<>();
        LongStream.range(0, 5).forEach(i -> tuples.add(tuple("a", i)));
        tuples.add(tuple("b", 1));
        input.addRun(0, tuples);
        runner = bed.runner(job, input);
        runner.run();
    }

    private static byte[][] tuple(String key, long value) {
        return new byte[][] {TaskBed.encode(Codecs.STRING, key), TaskBed.encode(Codecs.LONG, value)};
    }

    private void assertThatEachLookSawASign() {
        for (int i = 1; i < signs.size(); i++) {
            assertThat(signs.get(i)).as("look %d of %s", i, signs).isNotEqualTo(signs.get(i - 1));
        }
    }

    @Test
    void aMapIsAtTheKeyOfEachTuple() {
        run(Workflow.named("w").map(IN, OUT, (key, value, out) -> look()));
        assertThat(places).containsExactly("key <a>", "key <a>", "key <a>", "key <a>", "key <a>", "key <b>");
        assertThatEachLookSawASign();
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void eachValueOfEachWalkIsASignOfAReduce(boolean ordered) {
        var job = Workflow.named("w").<String, Long, String, Long>reduce(IN, OUT, (key, values, out) -> {
            for (int walk = 0; walk < 3; walk++) {
                for (long value : values) {
                    look();
                }
            }
        });
        run(ordered ? job.orderValues() : job);
        assertThat(places).hasSize(18).startsWith("key <a>").endsWith("key <b>");
        // At the last key each walk is one value long and stands where the one before stood.
        signs.subList(16, 18).clear();
        assertThatEachLookSawASign();
    }

    @Test
    void whatIsEmittedIsASignThoughItIsCountedLater() {
        run(Workflow.named("w")
                .map(IN, OUT, (String key, Long value, Emitter<String, Long> out) -> {
                    for (int i = 0; i < 300; i++) {
                        out.emit("word", 1L);
                        look();
                    }
                })
                .combine(Combiner.sumLong()));
        assertThat(signs).hasSize(1800);
        assertThatEachLookSawASign();
    }

    @Test
    void whatIsWrittenToAFileIsASign(@TempDir Path directory) {
        TupleGroup<String, Long> files = TupleGroup.of("files", Codecs.STRING, Codecs.LONG);
        run(Workflow.named("w")
                .map(
                        IN,
                        files,
                        Outputs.text(directory.toString(), OUT)
                                .mapper((String key, Long value, Emitter<String, Long> out) -> {
                                    for (int i = 0; i < 10; i++) {
                                        out.emit("word", 1L);
                                        look();
                                    }
                                })));
        assertThat(signs).hasSize(60);
        assertThatEachLookSawASign();
    }

    @Test
    void whatIsCountedIsASign() {
        run(Workflow.named("w").map(IN, OUT, (key, value, out) -> {
            for (int i = 0; i < 10; i++) {
                out.count("steps", 1);
                look();
            }
        }));
        assertThatEachLookSawASign();
    }

    @Test
    void aCallThatDoesNothingShowsNoSign() {
        run(Workflow.named("w").map(IN, OUT, (key, value, out) -> {
            look();
            look();
        }));
        for (int i = 0; i < signs.size(); i += 2) {
            assertThat(signs.get(i + 1)).isEqualTo(signs.get(i));
        }
    }
}
