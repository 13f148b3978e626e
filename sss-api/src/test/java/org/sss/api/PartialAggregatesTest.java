package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.PriorityQueue;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

class PartialAggregatesTest {
    /** A sum that pretends to be large. */
    private static final class LargeSum implements Aggregator<Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        @Override
        public Long start() {
            return 0L;
        }

        @Override
        public Long add(Long sum, Long value) {
            return sum + value;
        }

        @Override
        public Long merge(Long left, Long right) {
            return left + right;
        }

        @Override
        public void finish(Long sum, Consumer<? super Long> results) {
            results.accept(sum);
        }

        @Override
        public Codec<Long> accumulators(Codec<Long> results) {
            return results;
        }

        @Override
        public boolean isLarge() {
            return true;
        }
    }

    /** Rejects a key. */
    private static final class Picky implements Emitter<String, Long> {
        private final List<String> emitted = new ArrayList<>();

        @Override
        public void emit(String key, Long value) {
            if (key.equals("bad")) {
                throw new SssException(ErrorCode.TOO_LARGE, "the key is bad");
            }
            emitted.add(key + "=" + value);
        }

        @Override
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
            throw new AssertionError(group);
        }

        @Override
        public void count(String counter, long amount) {
            throw new AssertionError(counter);
        }
    }

    @Test
    void emitsEachAccumulatorOnceIfOneFails() throws Exception {
        var partial = new PartialAggregates.Partial<String, Long, String, Long, Long>(
                (key, value, out) -> out.emit(key, value),
                new LargeSum(),
                Codecs.STRING,
                Codecs.LONG,
                null,
                "to group 'out'");
        Picky out = new Picky();
        for (String key : List.of("a", "bad", "b", "a")) {
            partial.map(key, 1L, out);
        }
        assertThatThrownBy(() -> partial.close(out)).hasMessage("the key is bad");
        partial.close(out);
        assertThat(out.emitted).containsExactly("a=2", "b=1");
    }

    @Test
    void invalidKeyFailsAtItsOwnTuple() throws Exception {
        var partial = new PartialAggregates.Partial<String, Long, String, Long, Long>(
                (key, value, out) -> out.emit(key, value),
                new LargeSum(),
                Codecs.STRING,
                Codecs.LONG,
                null,
                "to group 'out'");
        Picky out = new Picky();
        partial.map("a", 1L, out);
        for (String bad : Arrays.asList(null, "half of a pair: \uD83D", "k".repeat(64 << 10))) {
            assertThatThrownBy(() -> partial.map(bad, 1L, out)).isInstanceOf(RuntimeException.class);
        }
        partial.map("a", 1L, out);
        partial.map("k".repeat((64 << 10) - 1), 1L, out);
        partial.close(out);
        assertThat(out.emitted).hasSize(2).startsWith("a=2");
    }

    @Test
    void invalidKeyDoesNotFlushOthers() throws Exception {
        var partial = new PartialAggregates.Partial<String, Long, String, Long, Long>(
                (key, value, out) -> out.emit(key, value),
                new LargeSum(),
                Codecs.STRING,
                Codecs.LONG,
                null,
                "to group 'out'");
        Picky out = new Picky();
        for (int i = 0; i < 256; i++) {
            partial.map("k" + i, 1L, out);
        }
        assertThatThrownBy(() -> partial.map("\uDE00", 1L, out)).isInstanceOf(SssException.class);
        assertThat(out.emitted).isEmpty();
        partial.map("one more", 1L, out);
        assertThat(out.emitted).hasSize(256);
    }

    private record Ranked(long rank, String text) implements Comparable<Ranked> {
        @Override
        public int compareTo(Ranked other) {
            return Long.compare(rank, other.rank);
        }
    }

    @Test
    void invalidValueFailsAtItsOwnTupleAndLosesNoOther() throws Exception {
        checkOthersStay(
                Aggregators.<String>distinct(),
                Codecs.STRING,
                "z\uD83D",
                List.of("a", "b", "c"),
                List.of("a", "b", "c"));
        checkOthersStay(
                Aggregators.countDistinct(Codecs.STRING), Codecs.LONG, "z\uD83D", List.of("a", "b", "c"), List.of(3L));
        for (int k = 1; k < 4; k++) {
            checkOthersStay(
                    Aggregators.<String>topK(k),
                    Codecs.STRING,
                    "z\uD83D",
                    List.of("a", "b", "c"),
                    List.of("c", "b", "a").subList(0, k));
        }
        List<Ranked> good = List.of(new Ranked(1, "x"), new Ranked(3, "y"), new Ranked(2, "z"));
        checkOthersStay(
                Aggregators.<Ranked>topK(1),
                Codecs.record(Ranked.class),
                new Ranked(4, null),
                good,
                good.subList(1, 2));
    }

    /** An invalid value follows each valid one. */
    private static <V, A, R> void checkOthersStay(
            Aggregator<V, A, R> aggregator, Codec<R> codec, V bad, List<V> good, List<R> expected) throws Exception {
        var partial = new PartialAggregates.Partial<String, V, String, V, A>(
                (key, value, out) -> out.emit(key, value),
                RetainingAggregator.ofResults(aggregator, codec),
                Codecs.STRING,
                null,
                null,
                "to group 'out'");
        ByteSink stored = new ByteSink(64);
        List<R> results = new ArrayList<>();
        Emitter<String, A> to = new To<>((key, all) -> {
            aggregator.accumulators(codec).encode(all, stored);
            aggregator.finish(all, results::add);
        });
        for (V value : good) {
            partial.map("k", value, to);
            assertThatThrownBy(() -> partial.map("k", bad, to)).isInstanceOf(RuntimeException.class);
        }
        partial.close(to);
        assertThat(results).isEqualTo(expected);
    }

    /** Accepts fewer strings than other codecs. */
    private static final class Choosy implements Codec<String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return Codecs.STRING.name();
        }

        @Override
        public void encode(String value, ByteSink sink) {
            if (value.isEmpty()) {
                throw new IllegalArgumentException("it is empty");
            }
            Codecs.STRING.encode(value, sink);
        }

        @Override
        public String decode(byte[] bytes, int offset, int length) {
            return Codecs.STRING.decode(bytes, offset, length);
        }
    }

    @Test
    void mapDoesNotRetainValuesThatOnlyReduceCanStore() {
        assertThat(betweenMapAndTopK(Codecs.STRING)).isNotEqualTo("string");
        assertThat(betweenMapAndTopK(new Choosy())).isEqualTo("string");
    }

    private static String betweenMapAndTopK(Codec<String> results) {
        TupleGroup<String, String> parts =
                TupleGroup.of("parts", Codecs.STRING, Codecs.STRING).asTemporary();
        Workflow workflow = Workflow.named("w");
        workflow.map(
                TupleGroup.of("in", Codecs.STRING, Codecs.STRING), parts, (key, value, out) -> out.emit(key, value));
        workflow.aggregate(parts, TupleGroup.of("out", Codecs.STRING, results), Aggregators.<String>topK(3));
        return workflow.jobs().get(0).outputs().get(0).values().name();
    }

    private record To<K, V>(BiConsumer<K, V> tuples) implements Emitter<K, V> {
        @Override
        public void emit(K key, V value) {
            tuples.accept(key, value);
        }

        @Override
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> group) {
            throw new AssertionError(group);
        }

        @Override
        public void count(String counter, long amount) {
            throw new AssertionError(counter);
        }
    }

    /** Ten values are retained per key. */
    @Test
    void flushesLargeValuesBeforeKeyLimit() throws Exception {
        var partial = new PartialAggregates.Partial<String, Ranked, String, Ranked, PriorityQueue<Ranked>>(
                (key, value, out) -> out.emit(key, value),
                RetainingAggregator.of(new TopValues<Ranked>(10), Codecs.record(Ranked.class)),
                Codecs.STRING,
                null,
                null,
                "to group 'out'");
        List<String> emitted = new ArrayList<>();
        Emitter<String, PriorityQueue<Ranked>> to = new To<>((key, all) -> emitted.add(key));
        Ranked large = new Ranked(1, "x".repeat(1 << 20));
        for (int key = 0; key < 10; key++) {
            partial.map("k" + key, large, to);
        }
        assertThat(emitted).isNotEmpty();
        partial.close(to);
        assertThat(emitted).hasSize(10);
    }

    /** The job may skip the tuple at which the failure appears, but not the tuples that were lost. */
    @Test
    void lossDuringFlushAlsoFailsClose() throws Exception {
        var partial = new PartialAggregates.Partial<String, Long, String, Long, Long>(
                (key, value, out) -> out.emit(key, value),
                new LargeSum(),
                Codecs.STRING,
                Codecs.LONG,
                null,
                "to group 'out'");
        Picky out = new Picky();
        partial.map("bad", 1L, out);
        for (int i = 1; i < 256; i++) {
            partial.map("k" + i, 1L, out);
        }
        assertThatThrownBy(() -> partial.map("innocent", 1L, out)).hasMessage("the key is bad");
        assertThatThrownBy(() -> partial.close(out)).hasMessage("the key is bad");
    }
}
