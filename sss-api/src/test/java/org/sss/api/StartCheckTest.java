package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

class StartCheckTest {
    private static final TupleGroup<Long, Long> IN = TupleGroup.of("in", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Long> OUT = TupleGroup.of("out", Codecs.LONG, Codecs.LONG);

    /** An accumulator with an object of its own, or a shared one. */
    private record Inner(long[] sum) {}

    private static final class Longs implements Codec<long[]> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "longs";
        }

        @Override
        public void encode(long[] value, ByteSink sink) {
            Codecs.LONG.encode(value[0], sink);
        }

        @Override
        public long[] decode(byte[] bytes, int offset, int length) {
            return new long[] {Codecs.LONG.decode(bytes, offset, length)};
        }
    }

    /** Adds to an array. */
    private record Sum(Supplier<long[]> starts, boolean isLarge, boolean hasCodec)
            implements Aggregator<Long, long[], Long> {
        @Override
        public long[] start() {
            return starts.get();
        }

        @Override
        public long[] add(long[] accumulator, Long value) {
            accumulator[0] += value;
            return accumulator;
        }

        @Override
        public long[] merge(long[] left, long[] right) {
            left[0] += right[0];
            return left;
        }

        @Override
        public void finish(long[] accumulator, Consumer<? super Long> results) {
            results.accept(accumulator[0]);
        }

        @Override
        public Codec<long[]> accumulators(Codec<Long> results) {
            return hasCodec ? new Longs() : null;
        }
    }

    /** Never changes an accumulator. */
    private record Collected(List<Long> first) implements Aggregator<Long, List<Long>, Long> {
        @Override
        public List<Long> start() {
            return first;
        }

        @Override
        public List<Long> add(List<Long> accumulator, Long value) {
            List<Long> all = new ArrayList<>(accumulator);
            all.add(value);
            return value == 0 ? accumulator : all;
        }

        @Override
        public List<Long> merge(List<Long> left, List<Long> right) {
            throw new AssertionError();
        }

        @Override
        public void finish(List<Long> accumulator, Consumer<? super Long> results) {
            results.accept((long) accumulator.size());
        }

        @Override
        public Codec<List<Long>> accumulators(Codec<Long> results) {
            throw new UnsupportedOperationException("is never sent");
        }
    }

    private static Sum sharing(boolean isLarge, boolean hasCodec) {
        long[] one = {0};
        return new Sum(() -> one, isLarge, hasCodec);
    }

    @Test
    void aggregateFailsIfAccumulatorsAreShared() {
        assertFails(() -> aggregate(sharing(false, true), 1, 2));
        assertFails(() -> aggregate(sharing(false, false), 1, 2));
    }

    @Test
    void mapAggregateFailsIfAccumulatorsAreShared() {
        assertFails(() -> mapAggregate(sharing(false, true), 1, 2));
        assertFails(() -> mapAggregate(sharing(true, true), 1, 2));
    }

    @Test
    void sharingIsFoundAtTheFirstValueThatShowsIt() {
        assertFails(() -> aggregate(sharing(false, true), 0, 0, 3));
        assertFails(() -> mapAggregate(sharing(false, true), 0, 0, 3));
        assertFails(() -> mapAggregate(sharing(true, true), 0, 0, 3));
    }

    /** One key alone would be right, but another task may share the object, too. */
    @Test
    void oneKeyIsEnough() {
        assertFails(() -> aggregate(sharing(false, true), 5));
        assertFails(() -> mapAggregate(sharing(true, true), 5));
    }

    @Test
    void failsIfNewAccumulatorsShareAnObject() {
        long[] one = {0};
        Aggregator<Long, Inner, Long> inner = new Aggregator<>() {
            private static final long serialVersionUID = 1L;

            @Override
            public Inner start() {
                return new Inner(one);
            }

            @Override
            public Inner add(Inner accumulator, Long value) {
                accumulator.sum[0] += value;
                return accumulator;
            }

            @Override
            public Inner merge(Inner left, Inner right) {
                return add(left, right.sum[0]);
            }

            @Override
            public void finish(Inner accumulator, Consumer<? super Long> results) {
                results.accept(accumulator.sum[0]);
            }

            @Override
            public Codec<Inner> accumulators(Codec<Long> results) {
                return new Codec<>() {
                    private static final long serialVersionUID = 1L;

                    @Override
                    public String name() {
                        return "inner";
                    }

                    @Override
                    public void encode(Inner value, ByteSink sink) {
                        Codecs.LONG.encode(value.sum[0], sink);
                    }

                    @Override
                    public Inner decode(byte[] bytes, int offset, int length) {
                        return new Inner(new long[] {Codecs.LONG.decode(bytes, offset, length)});
                    }
                };
            }
        };
        assertFails(() -> aggregate(inner, 1, 2));
    }

    /** A job that skips failures must not end with what other keys have left in the accumulator. */
    @Test
    void failureIsRepeatedAtTheEnd() throws Exception {
        Reducer<Long, Long, Long, Long> reducer = reducer(sharing(false, true));
        assertFails(() -> reducer.reduce(1L, List.of(1L), into(new TreeMap<>())));
        assertFails(() -> reducer.reduce(2L, List.of(1L), into(new TreeMap<>())));
        assertFails(() -> reducer.close(into(new TreeMap<>())));
    }

    @Test
    void newAndUnchangedAccumulatorsAreRight() throws Exception {
        assertThat(aggregate(new Sum(() -> new long[1], false, true), 1, 2))
                .containsEntry(0L, 1L)
                .containsEntry(1L, 2L);
        assertThat(aggregate(new Sum(() -> new long[1], false, false), 1, 2)).containsEntry(1L, 2L);
        assertThat(mapAggregate(new Sum(() -> new long[1], true, true), 1, 2)).containsEntry(1L, 2L);
        assertThat(aggregate(new Collected(List.of()), 0, 2, 3))
                .containsEntry(0L, 0L)
                .containsEntry(1L, 1L);
        assertThat(aggregate(new Collected(new ArrayList<>()), 0, 2, 3)).containsEntry(2L, 1L);
        for (Aggregator<Long, ?, Long> usual : List.of(
                Aggregators.sumLong(), Aggregators.maxLong(), Aggregators.<Long>min(), Aggregators.<Long>topK(2))) {
            assertThat(aggregate(usual, 0, 2)).containsEntry(1L, 2L);
        }
        assertThat(aggregate(Aggregators.count(), 0, 2)).containsEntry(1L, 1L);
    }

    private interface Call {
        void run() throws Exception;
    }

    private static void assertFails(Call call) {
        assertThatThrownBy(call::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageStartingWith("start() of the aggregator org.sss.api.StartCheckTest$")
                .hasMessageContaining("let start() create a new accumulator");
    }

    /** Each value has a key of its own, its index. */
    private static Map<Long, Long> aggregate(Aggregator<Long, ?, Long> aggregator, long... values) throws Exception {
        Map<Long, Long> results = new TreeMap<>();
        Reducer<Long, Long, Long, Long> reducer = reducer(aggregator);
        for (int i = 0; i < values.length; i++) {
            reducer.reduce((long) i, List.of(values[i]), into(results));
        }
        reducer.close(into(results));
        return results;
    }

    private static Reducer<Long, Long, Long, Long> reducer(Aggregator<Long, ?, Long> aggregator) {
        return Workflow.named("test").aggregate(IN, OUT, aggregator).reducer();
    }

    private static Map<Long, Long> mapAggregate(Aggregator<Long, long[], Long> aggregator, long... values)
            throws Exception {
        Map<Long, Long> results = new TreeMap<>();
        Workflow workflow = Workflow.named("test");
        workflow.mapAggregate(
                IN, OUT, (Long key, Long value, Emitter<Long, Long> to) -> to.emit(key, value), aggregator);
        @SuppressWarnings("unchecked")
        var mapper = (Mapper<Long, Long, Long, long[]>)
                ((MapJob<?, ?>) workflow.jobs().get(0)).from().get(0).mapper();
        Emitter<Long, long[]> to = into(results, sum -> sum[0]);
        for (int i = 0; i < values.length; i++) {
            mapper.map((long) i, values[i], to);
        }
        mapper.close(to);
        return results;
    }

    private static Emitter<Long, Long> into(Map<Long, Long> results) {
        return into(results, value -> value);
    }

    private static <V> Emitter<Long, V> into(Map<Long, Long> results, java.util.function.Function<V, Long> number) {
        return new Emitter<>() {
            @Override
            public void emit(Long key, V value) {
                results.put(key, number.apply(value));
            }

            @Override
            public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
                throw new AssertionError();
            }

            @Override
            public void count(String counter, long amount) {
                throw new AssertionError();
            }
        };
    }
}
