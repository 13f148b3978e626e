package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;

/** Jobs that are read from bytes that nobody has written so. */
class JobCodeTest {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);
    private static final long SEED = 42;

    private final JobCode code = JobCode.shared(JobCodeTest.class.getClassLoader());

    private static byte[] job() {
        Workflow workflow = Workflow.named("w");
        List<String> captured = List.of("a", "b");
        workflow.map(LINES, WORDS, (key, line, out) -> out.emit(line + captured, key));
        return JobBytes.write(workflow.jobs().get(0));
    }

    private void readsOrSaysWhatIsWrong(byte[] bytes, String what) {
        Throwable thrown = null;
        try {
            Job job = code.readJob(bytes);
            assertThat(job).as(what).isNotNull();
        } catch (Throwable e) {
            thrown = e;
        }
        if (thrown != null) {
            assertThat(thrown)
                    .as(what)
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE));
        }
    }

    /** Cannot be asked for anything. */
    private static final class Mute extends Error {
        private static final long serialVersionUID = 1L;

        @Override
        public String getMessage() {
            throw new IllegalStateException();
        }

        @Override
        public synchronized Throwable getCause() {
            throw new IllegalStateException();
        }
    }

    /** Does not like to be read. */
    private static final class Asserting implements Mapper<Long, String, String, Long> {
        private static final long serialVersionUID = 1L;

        private final boolean mute;

        Asserting(boolean mute) {
            this.mute = mute;
        }

        @Override
        public void map(Long key, String line, Emitter<String, Long> out) {
            out.emit(line, key);
        }

        private void readObject(ObjectInputStream in) throws IOException, ClassNotFoundException {
            in.defaultReadObject();
            throw mute ? new Mute() : new AssertionError("the table is not sorted");
        }
    }

    @Test
    void reportsAssertionErrorDuringDeserialization() {
        Workflow workflow = Workflow.named("w");
        workflow.map(LINES, WORDS, new Asserting(false));
        byte[] bytes = JobBytes.write(workflow.jobs().get(0));
        assertThatThrownBy(() -> code.readJob(bytes))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageContainingAll("the functions of a job cannot be read", "the table is not sorted");
    }

    @Test
    void namesAMissingClassThatHasNoPackage() throws ReflectiveOperationException {
        byte[] bytes = (byte[])
                ((Supplier<?>) Class.forName("Unpackaged").getConstructor().newInstance()).get();
        assertThat(code.readJob(bytes)).isNotNull();
        try (JobCode without = JobCode.isolated(List.of())) {
            assertThatThrownBy(() -> without.readJob(bytes))
                    .hasMessageContainingAll("class Unpackaged is missing", "addJarOf(class)", "--jars");
        }
    }

    @Test
    void reportsExceptionWithoutTextDuringDeserialization() {
        Workflow workflow = Workflow.named("w");
        workflow.map(LINES, WORDS, new Asserting(true));
        byte[] bytes = JobBytes.write(workflow.jobs().get(0));
        assertThatThrownBy(() -> code.readJob(bytes))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageContainingAll("the functions of a job cannot be read", Mute.class.getName());
    }

    @Tag("heavy")
    @Test
    void reportsCorruptJobBytes() {
        byte[] whole = job();
        Random random = new Random(SEED);
        for (int at = 0; at < whole.length; at++) {
            for (int mask : new int[] {1, 8, 0x80, 1 + random.nextInt(255)}) {
                byte[] damaged = whole.clone();
                damaged[at] ^= (byte) mask;
                readsOrSaysWhatIsWrong(damaged, "byte " + at + " xor " + mask);
            }
        }
    }

    @Test
    void reportsTruncatedJobBytes() {
        byte[] whole = job();
        for (int length = 0; length < whole.length; length++) {
            readsOrSaysWhatIsWrong(Arrays.copyOf(whole, length), "the first " + length + " bytes");
        }
    }
}
