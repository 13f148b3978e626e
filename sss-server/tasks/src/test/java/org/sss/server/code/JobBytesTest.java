package org.sss.server.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;

class JobBytesTest {
    private static final TupleGroup<Long, String> LINES = TupleGroup.of("lines", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<String, Long> WORDS = TupleGroup.of("words", Codecs.STRING, Codecs.LONG);

    /** Not serializable. */
    static final class Socket {}

    static final class Parser implements Serializable {
        private static final long serialVersionUID = 1L;

        @SuppressWarnings("serial")
        final List<Object> parts = new ArrayList<>();
    }

    record Link(Link next) implements Serializable {}

    private final String name = "a test is not serializable";

    @Test
    void aJobWithLambdasComesBack() throws Exception {
        String separator = "-";
        MapJob<String, Long> job =
                map((key, line, out) -> out.emit(line + separator, key)).combine(Combiner.sumLong());
        try (JobCode code = JobCode.shared(getClass().getClassLoader())) {
            MapJob<String, Long> copy = read(code, job);
            List<String> emitted = new ArrayList<>();
            mapper(copy).map(7L, "line", collector(emitted));
            assertThat(emitted).containsExactly("line-=7");
            assertThat(copy.combiner()).isEqualTo(Combiner.sumLong());
            assertThat(copy.inputs()).containsExactly(LINES);
            assertThat(copy.name()).isEqualTo("map-1");
        }
    }

    @Test
    void eachReadIsACopyOfItsOwn() throws Exception {
        List<String> state = new ArrayList<>();
        MapJob<String, Long> job = map((key, line, out) -> {
            state.add(line);
            out.emit(line, (long) state.size());
        });
        try (JobCode code = JobCode.shared(getClass().getClassLoader())) {
            List<String> emitted = new ArrayList<>();
            for (int i = 0; i < 2; i++) {
                MapJob<String, Long> copy = read(code, job);
                mapper(copy).map(1L, "x", collector(emitted));
                mapper(copy).map(2L, "x", collector(emitted));
            }
            assertThat(emitted).containsExactly("x=1", "x=2", "x=1", "x=2");
        }
    }

    @Test
    void aCapturedObjectThatIsNotSerializableIsNamedWithTheWayToIt() {
        Socket socket = new Socket();
        SssException e = failure(map((key, line, out) -> out.emit(line + socket, key)));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("job 'map-1'")
                .hasMessageContaining("JobBytesTest$Socket")
                .hasMessageContaining("field MapInput.mapper > a lambda in org.sss.server.code.JobBytesTest captures")
                .hasMessageContaining("capture only serializable values")
                .hasMessageContaining("create it in setup()")
                .hasMessageContaining("A static field is no way to send it");
    }

    @Test
    void aLongChainOfObjectsGetsAdvice() {
        Link chain = null;
        for (int i = 0; i < 100_000; i++) {
            chain = new Link(chain);
        }
        Link captured = chain;
        SssException e = failure(map((key, line, out) -> out.emit(line + captured.next, key)));
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("job 'map-1'")
                .hasMessageContaining("keep them in an array or list instead of a chain");
        assertThat(e.getMessage()).doesNotContain("StackOverflowError");
    }

    @Test
    void aLambdaThatUsesAFieldCapturesTheWholeObject() {
        SssException e = failure(map((key, line, out) -> out.emit(line + name, key)));
        assertThat(e)
                .hasMessageContaining("captures an object of class org.sss.server.code.JobBytesTest")
                .hasMessageContaining("copy a field into a local variable");
    }

    @Test
    void anElementOfAFieldIsFound() {
        Parser parser = new Parser();
        parser.parts.add("fine");
        parser.parts.add(new Socket());
        SssException e = failure(map((key, line, out) -> out.emit(line + parser, key)));
        assertThat(e).hasMessageContaining("field Parser.parts > element");
    }

    @Test
    void bytesThatAreNoJobAreRefused() {
        try (JobCode code = JobCode.shared(getClass().getClassLoader())) {
            SssException e = catchThrowableOfType(SssException.class, () -> code.readJob(new byte[] {1, 2, 3}));
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        }
    }

    @SuppressWarnings("unchecked")
    private static Mapper<Long, String, String, Long> mapper(MapJob<String, Long> job) {
        return (Mapper<Long, String, String, Long>) job.from().get(0).mapper();
    }

    private static SssException failure(MapJob<String, Long> job) {
        return catchThrowableOfType(SssException.class, () -> JobBytes.write(job));
    }

    private static MapJob<String, Long> map(Mapper<Long, String, String, Long> mapper) {
        return Workflow.named("w").map(LINES, WORDS, mapper);
    }

    @SuppressWarnings("unchecked")
    private static MapJob<String, Long> read(JobCode code, MapJob<String, Long> job) {
        return (MapJob<String, Long>) code.readJob(JobBytes.write(job));
    }

    private static Emitter<String, Long> collector(List<String> emitted) {
        return new Emitter<>() {
            @Override
            public void emit(String key, Long value) {
                emitted.add(key + "=" + value);
            }

            @Override
            public <K, V> Emitter<K, V> to(TupleGroup<K, V> group) {
                throw new UnsupportedOperationException();
            }

            @Override
            public void count(String counter, long amount) {
                emitted.add(counter);
            }
        };
    }
}
