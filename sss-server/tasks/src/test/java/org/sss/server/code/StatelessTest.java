package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Job;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.Partitioners;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;

class StatelessTest {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);

    /** Has a field, as most mappers that are classes. */
    private static class Counting implements Mapper<Long, String, String, Long> {
        private static final long serialVersionUID = 1L;
        private long count;

        @Override
        public void map(Long key, String line, Emitter<String, Long> out) {
            out.emit(line, ++count);
        }
    }

    private static class Plain implements Mapper<Long, String, String, Long> {
        private static final long serialVersionUID = 1L;
        private static final long ONE = 1;

        @Override
        public void map(Long key, String line, Emitter<String, Long> out) {
            out.emit(line, ONE);
        }
    }

    private static final class PlainBelow extends Plain {
        private static final long serialVersionUID = 1L;
    }

    private static final class CountingBelow extends Counting {
        private static final long serialVersionUID = 1L;
    }

    /** Has code that runs when an object is read. */
    private static final class Read extends Plain {
        private static final long serialVersionUID = 1L;

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
        }
    }

    record Pair(long a, long b) {}

    @Test
    void aLambdaThatCapturesNothingIsOneForAllTasks() {
        assertThat(isShared(Workflow.named("w").map(LINES, WORDS, (key, line, out) -> out.emit(line, key))))
                .isTrue();
        assertThat(isShared(Workflow.named("w")
                        .reduce(WORDS, WORDS.replacing(), (word, counts, out) -> out.emit(word, 1L))))
                .isTrue();
        assertThat(isShared(Workflow.named("w")
                        .map(LINES, WORDS, (key, line, out) -> out.emit(line, key))
                        .onError(OnError.skip(3))))
                .isTrue();
    }

    @Test
    void aLambdaThatCapturesSomethingIsEachTasksOwn() {
        List<String> seen = new ArrayList<>();
        assertThat(isShared(Workflow.named("w").map(LINES, WORDS, (key, line, out) -> seen.add(line))))
                .isFalse();
        assertThat(isShared(
                        Workflow.named("w").reduce(WORDS, WORDS.replacing(), (word, counts, out) -> seen.add(word))))
                .isFalse();
        assertThat(isShared(Workflow.named("w")
                        .reduce(WORDS, WORDS.replacing(), (word, counts, out) -> out.emit(word, 1L))
                        .and(WORDS, (word, counts, out) -> seen.add(word))))
                .isFalse();
    }

    @Test
    void anObjectWithoutFieldsIsOneForAllTasks() {
        assertThat(isShared(Workflow.named("w").map(LINES, WORDS, new Plain()))).isTrue();
        assertThat(isShared(Workflow.named("w").map(LINES, WORDS, new PlainBelow())))
                .isTrue();
    }

    @Test
    void anObjectThatIsReadByItsOwnCodeIsEachTasksOwn() {
        assertThat(isShared(Workflow.named("w").map(LINES, WORDS, new Read()))).isFalse();
    }

    @Test
    void anObjectWithFieldsIsEachTasksOwn() {
        assertThat(isShared(Workflow.named("w").map(LINES, WORDS, new CountingBelow())))
                .isFalse();
        assertThat(isShared(Workflow.named("w").map(LINES, WORDS, new Counting())))
                .isFalse();
        assertThat(isShared(Workflow.named("w")
                        .map(LINES, WORDS, (key, line, out) -> out.emit(line, key))
                        .from(LINES, new Counting())))
                .isFalse();
    }

    @Test
    void whatElseMayHaveStateIsEachTasksOwn() {
        assertThat(isShared(Workflow.named("w")
                        .map(LINES, WORDS, (key, line, out) -> out.emit(line, key))
                        .partitionBy(Partitioners.roundRobin())))
                .isFalse();
        long[] calls = {0};
        assertThat(isShared(Workflow.named("w")
                        .reduce(WORDS, WORDS.replacing(), (word, counts, out) -> out.emit(word, 1L))
                        .combine((word, left, right) -> left + right + calls[0]++)))
                .isFalse();
        TupleGroup<Pair, Long> pairs = TupleGroup.of("pairs", Codecs.record(Pair.class), Codecs.LONG);
        assertThat(isShared(Workflow.named("w").map(LINES, pairs, (key, line, out) -> out.emit(new Pair(key, 1), key))))
                .isFalse();
    }

    private static boolean isShared(Job job) {
        try (JobCode code = JobCode.shared(StatelessTest.class.getClassLoader())) {
            return Stateless.is(code.readJob(JobBytes.write(job)));
        }
    }
}
