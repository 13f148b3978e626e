package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.MapJob;
import org.sss.api.Mapper;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.server.task.output.MemoryRuns;

/** Tuples for groups beside the first one, which functions name for each of them. */
@Timeout(60)
class FurtherOutputsTest {
    private static final int TUPLES = 1000;
    private static final AtomicInteger NAMES = new AtomicInteger();
    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> EVEN = TupleGroup.of("even", new Named(), Codecs.LONG);
    private static final TupleGroup<Long, Long> ODD = TupleGroup.of("odd", new Named(), Codecs.LONG);

    private final MemoryRuns input = new MemoryRuns();
    private final TaskBed bed = new TaskBed();

    /** Counts how often it is asked what it is. */
    private static final class Named implements Codec<Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            NAMES.incrementAndGet();
            return Codecs.LONG.name();
        }

        @Override
        public void encode(Long value, ByteSink sink) {
            Codecs.LONG.encode(value, sink);
        }

        @Override
        public Long decode(byte[] bytes, int offset, int length) {
            return Codecs.LONG.decode(bytes, offset, length);
        }
    }

    @BeforeEach
    void fill() {
        List<byte[][]> tuples = new ArrayList<>();
        for (long i = 0; i < TUPLES; i++) {
            tuples.add(new byte[][] {TaskBed.encode(Codecs.LONG, i), TaskBed.encode(Codecs.LONG, i)});
        }
        input.addRun(0, tuples);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    @Test
    void aGroupThatIsNamedForEachTupleIsNotComparedForEachTuple() {
        NAMES.set(0);
        bed.runner(job((key, value, out) -> out.to(key % 2 == 0 ? EVEN : ODD).emit(key, value)), input)
                .run();
        assertThat(tuples(0)).isEqualTo(TUPLES / 2);
        assertThat(tuples(1)).isEqualTo(TUPLES / 2);
        assertThat(NAMES.get()).isLessThan(TUPLES / 10);
    }

    @Test
    void anotherObjectForTheSameGroupWillDo() {
        bed.runner(
                        job((key, value, out) ->
                                out.to(key % 2 == 0 ? EVEN : EVEN.replacing()).emit(key, value)),
                        input)
                .run();
        assertThat(tuples(0)).isEqualTo(TUPLES);
    }

    @Test
    void aGroupOfThatNameWithOtherTypesIsRefusedWheneverItComes() {
        TupleGroup<Long, String> texts = TupleGroup.of("even", Codecs.LONG, Codecs.STRING);
        SssException e = catchThrowableOfType(
                SssException.class,
                bed.runner(
                        job((key, value, out) -> {
                            if (key < TUPLES / 2) {
                                out.to(EVEN).emit(key, value);
                            } else {
                                out.to(texts).emit(key, "text");
                            }
                        }),
                        input)::run);
        assertThat(e.code()).isEqualTo(ErrorCode.TYPE_MISMATCH);
        assertThat(e)
                .hasMessageContaining("output 'even' was declared as (long, long)")
                .hasMessageContaining("key <500>");
    }

    private static MapJob<Long, Long> job(Mapper<Long, Long, Long, Long> mapper) {
        return Workflow.named("w").map(INPUT, EVEN, mapper).alsoTo(ODD).named("split");
    }

    private int tuples(int output) {
        int count = 0;
        for (int s = 0; s < TaskBed.SUBGROUPS; s++) {
            count +=
                    bed.output(output, s).values().stream().mapToInt(List::size).sum();
        }
        return count;
    }
}
