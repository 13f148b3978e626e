package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.Mapper;
import org.sss.api.OnError;
import org.sss.api.SideData;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Groups that functions look into. */
class SideDataIT {
    private static final TupleGroup<Long, Long> INPUT = TupleGroup.of("input", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, String> SIDE = TupleGroup.of("side", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<Long, String> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.STRING);
    private static final TupleGroup<Long, String> BROKEN = TupleGroup.of("side", Codecs.LONG, new Broken());
    private static final int KEYS = 3000;
    /** Maps that tasks saw: the nodes are in this JVM and share its classes. */
    private static final Set<Integer> MAPS = ConcurrentHashMap.newKeySet();

    private SssClient client;

    @BeforeEach
    void start() {
        MAPS.clear();
        client = LocalCluster.start(2);
        write(
                INPUT,
                LongStream.range(0, KEYS).boxed().collect(Collectors.toMap(k -> k, k -> List.of(k * 7 % (2 * KEYS)))));
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private <K, V> void write(TupleGroup<K, V> group, Map<K, List<V>> tuples) {
        try (GroupWriter<K, V> writer = client.write(group)) {
            tuples.forEach((key, values) -> values.forEach(value -> writer.append(key, value)));
            writer.commit();
        }
    }

    private void writeSide(int valueBytes) {
        write(
                SIDE,
                LongStream.range(0, KEYS).boxed().collect(Collectors.toMap(k -> k, k -> List.of(text(k, valueBytes)))));
    }

    private static String text(long key, int bytes) {
        return key + "-".repeat(bytes);
    }

    private Map<Long, List<String>> out() {
        TreeMap<Long, List<String>> all = new TreeMap<>();
        client.scan(OUT)
                .toList()
                .forEach(t ->
                        all.computeIfAbsent(t.getKey(), k -> new ArrayList<>()).add(t.getValue()));
        return all;
    }

    private static Map<Long, List<String>> expected(int valueBytes) {
        Map<Long, List<String>> all = new TreeMap<>();
        for (long key = 0; key < KEYS; key++) {
            long other = key * 7 % (2 * KEYS);
            all.put(key, List.of(other < KEYS ? text(other, valueBytes).length() + "" : "none"));
        }
        return all;
    }

    /** Looks up one value for each tuple. */
    private static final class LookUp implements Mapper<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private final boolean whole;
        private transient SideData<Long, String> side;
        private transient Map<Long, String> map;

        LookUp(boolean whole) {
            this.whole = whole;
        }

        @Override
        public void setup(TaskContext context) {
            side = context.side(SIDE);
            if (whole) {
                map = side.asMap();
                MAPS.add(System.identityHashCode(map));
            }
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) {
            String found = whole ? map.get(value) : side.get(value);
            out.emit(key, found == null ? "none" : found.length() + "");
        }
    }

    /** Collects tuples and looks up many values at once. */
    private static final class Batched implements Mapper<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;

        private transient SideData<Long, String> side;
        private transient List<Long> keys;
        private transient List<Long> values;

        @Override
        public void setup(TaskContext context) {
            side = context.side(SIDE);
            keys = new ArrayList<>();
            values = new ArrayList<>();
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) {
            keys.add(key);
            values.add(value);
            if (keys.size() == 100) {
                lookUp(out);
            }
        }

        @Override
        public void close(Emitter<Long, String> out) {
            lookUp(out);
        }

        private void lookUp(Emitter<Long, String> out) {
            List<List<String>> found = side.getAll(values);
            for (int i = 0; i < keys.size(); i++) {
                out.emit(
                        keys.get(i),
                        found.get(i).isEmpty() ? "none" : found.get(i).get(0).length() + "");
            }
            keys.clear();
            values.clear();
        }
    }

    private void run(Mapper<Long, Long, Long, String> mapper) {
        Workflow workflow = Workflow.named("look-up");
        workflow.map(INPUT, OUT, mapper).with(SIDE);
        client.run(workflow);
    }

    @Test
    void aMapIsLoadedOncePerNode() {
        writeSide(10);
        run(new LookUp(true));
        assertThat(out()).isEqualTo(expected(10));
        assertThat(MAPS).hasSizeBetween(1, 2);
    }

    @Test
    void keysOfASmallGroupAreFound() {
        writeSide(3);
        run(new LookUp(false));
        assertThat(out()).isEqualTo(expected(3));
    }

    @Test
    void keysOfALargeGroupAreFoundByAskingTheirOwners() {
        writeSide(20_000);
        run(new LookUp(false));
        assertThat(out()).isEqualTo(expected(20_000));
    }

    @Test
    void manyKeysAreAskedAtOnce() {
        writeSide(20_000);
        run(new Batched());
        assertThat(out()).isEqualTo(expected(20_000));
    }

    @Test
    void scansValuesThatAreTooLargeForAResponse() {
        write(SIDE, Map.of(7L, List.of("x".repeat(600_000)), 14L, List.of("y".repeat(40_000_000))));
        run(new LookUp(false));
        assertThat(out().get(1L)).containsExactly("600000");
        assertThat(out().get(2L)).containsExactly("40000000");
        assertThat(out().get(3L)).containsExactly("none");
    }

    /** Sums the lengths of the values in a part of the side group. */
    private static final class Scanning implements Mapper<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient TaskContext context;

        @Override
        public void setup(TaskContext task) {
            context = task;
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) {}

        @Override
        public void close(Emitter<Long, String> out) throws Exception {
            int task = context.task();
            context.side(SIDE).scan(task, context.subgroupCount()).forEach((key, value) -> {
                out.emit(key, value);
                context.count("own", 1);
            });
            if (task == 0) {
                context.side(SIDE).scan().forEach((key, value) -> context.count("all", 1));
                context.side(SIDE).scan(0, 3).forEach((key, value) -> {
                    if (key < 0) {
                        context.side(SIDE).scan(1, 3).forEach((other, text) -> context.count("nested", 1));
                    }
                });
            }
        }
    }

    @Test
    void scansAGroupInPartsWithoutItsMemory() {
        writeSide(2000);
        Workflow workflow = Workflow.named("scan");
        workflow.map(INPUT, OUT, new Scanning()).with(SIDE);
        Map<String, Long> counters =
                client.run(workflow).jobs().get(0).progress().counters();
        long tuples = client.count("side");
        assertThat(counters).containsEntry("own", tuples).containsEntry("all", tuples);
        assertThat(client.scan(OUT).toList()).isEqualTo(client.scan(SIDE).toList());
    }

    @Test
    void rejectsAPartThatDoesNotExist() {
        writeSide(10);
        Workflow workflow = Workflow.named("scan");
        workflow.map(INPUT, OUT, new PartOf(3, 3)).with(SIDE);
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e).hasMessageContaining("no part 3 of 3 of side group 'side'");
    }

    private record PartOf(int part, int parts) implements Mapper<Long, Long, Long, String> {
        @Override
        public void setup(TaskContext context) {
            context.side(SIDE).scan(part, parts);
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) {}
    }

    /** Its own exception ends the scan and skips the tuple; the next scan works. */
    private static final class Throwing implements Mapper<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient SideData<Long, String> side;

        @Override
        public void setup(TaskContext context) {
            side = context.side(SIDE);
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) throws Exception {
            if (key == 0) {
                side.scan().forEach((k, v) -> {
                    throw new IllegalStateException("enough");
                });
            }
            if (key == 1) {
                long[] seen = new long[1];
                side.scan().forEach((k, v) -> seen[0]++);
                out.emit(key, "" + seen[0]);
            }
        }
    }

    @Test
    void aVisitorThatThrowsEndsItsScan() {
        writeSide(2000);
        Workflow workflow = Workflow.named("scan");
        workflow.map(INPUT, OUT, new Throwing()).with(SIDE).onError(OnError.skip(1));
        assertThat(client.run(workflow).jobs().get(0).progress().counters()).containsEntry("errors.skipped", 1L);
        assertThat(client.get(OUT, 1L)).containsExactly("" + client.count("side"));
    }

    @Test
    void anEarlierJobMayWriteTheSideGroup() {
        Workflow workflow = Workflow.named("two");
        workflow.map(
                        INPUT,
                        SIDE.asTemporary(),
                        (Long key, Long value, Emitter<Long, String> out) -> out.emit(key, text(key, 4)))
                .partitionBy((key, value, subgroups) -> (int) ((key + 1) % subgroups));
        workflow.map(INPUT, OUT, new LookUp(false)).with(SIDE.asTemporary());
        client.run(workflow);
        assertThat(out()).isEqualTo(expected(4));
    }

    /** Each iteration loads the carried group as a map; in total more than the memory for side groups. */
    @Test
    void aLoopHoldsTheSideGroupsOfItsLastIterationsOnly() {
        int valueBytes = (int) (Runtime.getRuntime().maxMemory() / 4 / 20 / 2);
        TupleGroup<Long, String> next = TupleGroup.of("next", Codecs.LONG, Codecs.STRING);
        write(SIDE, Map.of(0L, List.of(text(0, valueBytes))));
        Workflow workflow = Workflow.named("loop");
        workflow.repeat(60, body -> body.map(SIDE, next, new CountUp()).with(SIDE))
                .carry(next, SIDE);
        client.run(workflow);
        assertThat(client.get(next, 60L))
                .singleElement()
                .satisfies(value -> assertThat(value).hasSize(valueBytes + 1));
    }

    /** Emits the only tuple of the side group under the number that follows. */
    private static final class CountUp implements Mapper<Long, String, Long, String> {
        private static final long serialVersionUID = 1L;

        private transient Map<Long, String> map;

        @Override
        public void setup(TaskContext context) {
            map = context.side(SIDE).asMap();
        }

        @Override
        public void map(Long key, String value, Emitter<Long, String> out) {
            out.emit(key + 1, map.get(key));
        }
    }

    @Test
    void rejectsAKeyWithSeveralValuesInAMap() {
        write(SIDE, Map.of(7L, List.of("a", "b")));
        SssException e = catchThrowableOfType(SssException.class, () -> run(new LookUp(true)));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e).hasMessageContaining("2 values of key <7>").hasMessageContaining("asMultimap()");
    }

    /** All tuples would meet it, and be skipped. */
    @Test
    void anInvalidMapGroupIsNotATupleFailure() {
        write(SIDE, Map.of(7L, List.of("a", "b")));
        Workflow workflow = Workflow.named("w");
        workflow.map(INPUT, OUT, new LookUpLate()).with(SIDE).onError(OnError.skip(Long.MAX_VALUE));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(e).hasMessageContaining("asMultimap()");
    }

    private static final class LookUpLate implements Mapper<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private transient SideData<Long, String> side;

        @Override
        public void setup(TaskContext context) {
            side = context.side(SIDE);
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) {
            out.emit(key, side.asMap().get(key));
        }
    }

    @Test
    void rejectsAnUndeclaredSideGroup() {
        writeSide(1);
        Workflow workflow = Workflow.named("undeclared");
        workflow.map(INPUT, OUT, new LookUp(false));
        assertThat(catchThrowableOfType(SssException.class, () -> client.run(workflow)))
                .hasMessageContaining("does not look into group 'side'")
                .hasMessageContaining("with(...)");
    }

    /** Writes nothing, and reads nothing that was written. */
    private static final class Broken implements Codec<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return Codecs.STRING.name();
        }

        @Override
        public void encode(String value, ByteSink sink) {
            throw new AssertionError("no text");
        }

        @Override
        public String decode(byte[] bytes, int offset, int length) {
            throw new AssertionError("no text");
        }
    }

    private static final class Loading implements Mapper<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public void setup(TaskContext context) {
            context.side(BROKEN).asMultimap();
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) {
            out.emit(key, "read");
        }
    }

    @Test
    void reportsACodecFailureWhileLoadingAGroup() {
        writeSide(1);
        Workflow workflow = Workflow.named("w");
        workflow.map(INPUT, OUT, new Loading()).with(BROKEN);
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(e)
                .hasMessageContainingAll(
                        "setup",
                        "the codec 'string' cannot decode a value of side group 'side' (key <",
                        "java.lang.AssertionError: no text");
    }

    private static final class Asking implements Mapper<Long, Long, Long, String> {
        private static final long serialVersionUID = 1L;
        private final boolean walks;
        private transient SideData<Long, String> side;

        Asking(boolean walks) {
            this.walks = walks;
        }

        @Override
        public void setup(TaskContext context) {
            side = context.side(BROKEN);
        }

        @Override
        public void map(Long key, Long value, Emitter<Long, String> out) throws Exception {
            if (walks) {
                side.asTuples().forEach((sideKey, text) -> out.emit(sideKey, text));
            } else {
                out.emit(key, side.get(key));
            }
        }
    }

    /** All tuples would meet it, and be skipped. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCodecFailureInALookupIsNotATupleFailure(boolean walks) {
        writeSide(1);
        Workflow workflow = Workflow.named("w");
        workflow.map(INPUT, OUT, new Asking(walks)).with(BROKEN).onError(OnError.skip(Long.MAX_VALUE));
        SssException e = catchThrowableOfType(SssException.class, () -> client.run(workflow));
        assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(e)
                .hasMessageContainingAll(
                        "the codec 'string' cannot decode a value of side group 'side'",
                        "java.lang.AssertionError: no text");
    }
}
