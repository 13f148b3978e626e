package org.sss.server.task;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.MapJob;
import org.sss.api.OnError;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.server.task.output.MemoryRuns;

/** A partitioner must give the same answer for equal keys, in each process. The tasks here read subgroup 0. */
class PartitionerRulesTest {
    private static final TupleGroup<Long, Long> FROM = TupleGroup.of("from", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<byte[], Long> ARRAYS = TupleGroup.of("arrays", Codecs.BYTE_ARRAY, Codecs.LONG);

    private final MemoryRuns input = new MemoryRuns();
    private final TaskBed bed = new TaskBed();

    PartitionerRulesTest() {
        List<byte[][]> tuples = new ArrayList<>();
        for (long i = 0; i < 40; i++) {
            tuples.add(new byte[][] {TaskBed.encode(Codecs.LONG, i), TaskBed.encode(Codecs.LONG, i)});
        }
        input.addRun(0, tuples);
    }

    @AfterEach
    void close() {
        bed.close();
    }

    private SssException failureOf(Job job) {
        return catchThrowableOfType(
                SssException.class, () -> bed.runner(job, input).run());
    }

    private static MapJob<byte[], Long> arrays(Partitioner<byte[], Long> partitioner) {
        return Workflow.named("w")
                .map(
                        NUMBERS,
                        ARRAYS,
                        (Long key, Long value, Emitter<byte[], Long> out) -> out.emit(new byte[] {key.byteValue()}, 1L))
                .partitionBy(partitioner);
    }

    private static int hash(Object key, int n) {
        return Math.floorMod(key.hashCode(), n);
    }

    private static void assertRefused(SssException e) {
        assertThat(e).isNotNull();
        assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
        assertThat(e)
                .hasMessageContaining("job 'map-1', task 0")
                .hasMessageContaining(
                        "the partitioner a function in " + PartitionerRulesTest.class.getName() + " returned")
                .hasMessageContaining("hashCode() of an enum, an array");
    }

    @Test
    void anAnswerThatDependsOnTheObjectFailsTheTask() {
        assertRefused(failureOf(arrays((key, value, n) -> hash(key, n))));
        assertRefused(failureOf(arrays((key, value, n) -> hash(key, n)).combine(Combiner.sumLong())));
        assertRefused(failureOf(arrays((key, value, n) -> hash(key, n)).onError(OnError.skip(1000))));
        assertRefused(
                failureOf(arrays((key, value, n) -> ThreadLocalRandom.current().nextInt(n))));
        AtomicInteger next = new AtomicInteger();
        assertRefused(failureOf(arrays((key, value, n) -> next.getAndIncrement() % n)));
    }

    @Test
    void anAnswerThatDependsOnTheContentIsRight() {
        bed.runner(arrays((key, value, n) -> Math.floorMod(Arrays.hashCode(key), n)), input)
                .run();
        bed.runner(arrays((key, value, n) -> (int) (value % n)), input).run();
        for (Partitioner<byte[], Long> usual : List.<Partitioner<byte[], Long>>of(
                Partitioners.roundRobin(),
                Partitioners.local(),
                Partitioners.shifted(2),
                Partitioners.hash(),
                new EachTask())) {
            bed.runner(arrays(usual), input).run();
        }
    }

    /** Has state, and says so. */
    private static final class EachTask implements Partitioner<byte[], Long> {
        private static final long serialVersionUID = 1L;

        private int next;

        @Override
        public int subgroup(byte[] key, Long value, int subgroupCount) {
            return next++ % subgroupCount;
        }

        @Override
        public Partitioner<byte[], Long> forTask(TaskContext context) {
            return new EachTask();
        }
    }

    /** A Reduce of a group that a Map has placed, as by another process. */
    private static Job reduce(Partitioner<Long, Long> partitioner, Combiner<Long, Long> combiner, boolean further) {
        Workflow workflow = Workflow.named("w");
        var map = workflow.map(FROM, NUMBERS, (Long key, Long value, Emitter<Long, Long> out) -> out.emit(key, value))
                .partitionBy(partitioner);
        if (combiner != null) {
            map.combine(combiner);
        }
        var reduce = workflow.reduce(NUMBERS, OUT, (key, values, out) -> values.forEach(value -> out.emit(key, value)));
        if (further) {
            reduce.and(
                    TupleGroup.of("further", Codecs.LONG, Codecs.LONG),
                    (key, values, out) -> values.forEach(value -> out.emit(key, value)));
        }
        return workflow.jobs().get(1);
    }

    @Test
    void aKeyInAnotherSubgroupThanThePartitionerSaysFailsTheReduce() {
        for (Job job : List.of(
                reduce((key, value, n) -> key < 7 ? 0 : 1, null, false),
                reduce((key, value, n) -> key < 7 ? 0 : 1, null, true),
                reduce((key, value, n) -> key < 7 ? 0 : 1, sum(), false))) {
            SssException e = failureOf(job);
            assertThat(e).isNotNull();
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
            assertThat(e)
                    .hasMessageContaining("job 'reduce-2', task 0")
                    .hasMessageContaining("key <7> of group 'numbers' is in subgroup 0, and here the"
                            + " partitioner a function in " + PartitionerRulesTest.class.getName() + " returns 1")
                    .hasMessageContaining("hashCode() of an enum");
        }
    }

    private static Combiner<Long, Long> sum() {
        return (key, left, right) -> left + right;
    }

    @Test
    void aKeyInItsSubgroupIsRight() {
        bed.runner(reduce((key, value, n) -> 0, null, false), input).run();
        bed.runner(reduce((key, value, n) -> value < 100 ? 0 : 1, null, true), input)
                .run();
        bed.runner(reduce(Partitioners.roundRobin(), null, false), input).run();
        bed.runner(reduce(Partitioners.shifted(1), null, false), input).run();
    }

    /** Combined values are others than the partitioner was given. */
    @Test
    void aPartitionerOfCombinedValuesIsNotCompared() {
        bed.runner(reduce((key, value, n) -> value > 3 ? 1 : 0, sum(), false), input)
                .run();
        bed.runner(reduce((key, value, n) -> Objects.hashCode(value) > 3 ? 1 : 0, sum(), false), input)
                .run();
    }

    @Test
    void aCoGroupOfGroupsThatArePlacedAlikeIsCompared() {
        Workflow workflow = Workflow.named("w");
        workflow.map(FROM, NUMBERS, (Long key, Long value, Emitter<Long, Long> out) -> out.emit(key, value))
                .partitionBy((key, value, n) -> 2);
        workflow.coGroup(
                        List.of(NUMBERS),
                        OUT,
                        (key, values, out) -> values.of(NUMBERS).forEach(value -> out.emit(key, value)))
                .placedAlike();
        assertThat(failureOf(workflow.jobs().get(1)))
                .hasMessageContaining("key <0> of group 'numbers' is in subgroup 0");
    }
}
