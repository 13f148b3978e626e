package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests aggregates of objects that are reused by a codec or by the mapper that emits them. */
class MutableValuesTest {
    private static final List<Integer> NUMBERS = List.of(5, -3, 9, 5, 0, 9, 2);

    /** A mutable number. */
    private static final class Box implements Comparable<Box>, Serializable {
        private static final long serialVersionUID = 1L;

        private int number;

        Box to(int newNumber) {
            number = newNumber;
            return this;
        }

        @Override
        public int compareTo(Box other) {
            return Integer.compare(number, other.number);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Box other && number == other.number;
        }

        @Override
        public int hashCode() {
            return number;
        }

        @Override
        public String toString() {
            return "" + number;
        }
    }

    /** Decodes into its own box, if it has one. */
    private static class BoxCodec implements Codec<Box> {
        private static final long serialVersionUID = 1L;

        private final boolean decodesToOne;
        private transient Box one;

        BoxCodec(boolean decodesToOne) {
            this.decodesToOne = decodesToOne;
        }

        @Override
        public String name() {
            return "box";
        }

        @Override
        public void encode(Box value, ByteSink sink) {
            Codecs.INT.encode(value.number, sink);
        }

        @Override
        public Box decode(byte[] bytes, int offset, int length) {
            one = one != null && decodesToOne ? one : new Box();
            return one.to(Codecs.INT.decode(bytes, offset, length));
        }
    }

    /** Reuses one object, as a codec may do, but only in the codec of a task. */
    private static final class TaskBoxCodec extends BoxCodec {
        private static final long serialVersionUID = 1L;

        TaskBoxCodec() {
            super(false);
        }

        @Override
        public Codec<Box> forTask() {
            return new BoxCodec(true);
        }
    }

    private static final List<Codec<Box>> CODECS = List.of(new TaskBoxCodec(), new BoxCodec(true), new BoxCodec(false));

    @Test
    void aggregatesCopyReusedDecodedObjects() {
        for (Codec<Box> codec : CODECS) {
            assertThat(aggregate(codec, Aggregators.min(), codec)).containsExactly("-3");
            assertThat(aggregate(codec, Aggregators.max(), codec)).containsExactly("9");
            assertThat(aggregate(codec, Aggregators.topK(4), codec)).containsExactly("9", "9", "5", "5");
            assertThat(aggregate(codec, Aggregators.distinct(), codec)).containsExactly("-3", "0", "2", "5", "9");
            assertThat(aggregate(codec, Aggregators.countDistinct(codec), Codecs.LONG))
                    .containsExactly("5");
        }
    }

    /** Calls the reducer of a workflow with the values of a key as a task passes them. */
    @SuppressWarnings("unchecked")
    private static <R> List<String> aggregate(Codec<Box> codec, Aggregator<Box, ?, R> aggregator, Codec<R> results) {
        List<Integer> numbers = new ArrayList<>(NUMBERS);
        if (aggregator.needsOrder()) {
            Collections.sort(numbers);
        }
        Workflow workflow = Workflow.named("aggregate");
        workflow.aggregate(
                TupleGroup.of("boxes", Codecs.LONG, codec), TupleGroup.of("results", Codecs.LONG, results), aggregator);
        var reduce = (ReduceJob<Long, Box, Long, R>) workflow.jobs().get(0);
        Emitted<Long, R> out = new Emitted<>();
        run(() -> reduce.reducer()
                .reduce(
                        1L,
                        decoded(
                                numbers.stream()
                                        .map(n -> Probe.encode(codec, new Box().to(n)))
                                        .toList(),
                                codec),
                        out));
        return out.values;
    }

    private static <V> Iterable<V> decoded(List<byte[]> encoded, Codec<V> codec) {
        Codec<V> ofTask = codec.forTask();
        return () -> {
            Iterator<byte[]> rest = encoded.iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return rest.hasNext();
                }

                @Override
                public V next() {
                    return Probe.decode(ofTask, rest.next());
                }
            };
        };
    }

    @Test
    void partialAggregatesCopyReusedEmittedObjects() {
        for (Codec<Box> codec : CODECS) {
            assertThat(mapAggregate(codec, Aggregators.min(), codec)).containsExactly("-3");
            assertThat(mapAggregate(codec, Aggregators.max(), codec)).containsExactly("9");
            assertThat(mapAggregate(codec, Aggregators.topK(4), codec)).containsExactly("9", "9", "5", "5");
            assertThat(mapAggregate(codec, Aggregators.distinct(), codec)).containsExactly("-3", "0", "2", "5", "9");
            assertThat(mapAggregate(codec, Aggregators.countDistinct(codec), Codecs.LONG))
                    .containsExactly("5");
        }
    }

    @SuppressWarnings("unchecked")
    private static <R> List<String> mapAggregate(Codec<Box> codec, Aggregator<Box, ?, R> aggregator, Codec<R> results) {
        Workflow workflow = Workflow.named("parts");
        Box box = new Box();
        workflow.mapAggregate(
                TupleGroup.of("numbers", Codecs.LONG, Codecs.INT),
                TupleGroup.of("results", Codecs.LONG, results),
                (Long key, Integer number, Emitter<Long, Box> out) -> out.emit(key, box.to(number)),
                aggregator);
        return runBoth((MapJob<Long, Object>) workflow.jobs().get(0), (ReduceJob<Long, Object, Long, R>)
                workflow.jobs().get(1));
    }

    /** Runs two tasks of the Map; their output is combined in each and decoded for the Reduce. */
    @SuppressWarnings("unchecked")
    private static <A, R> List<String> runBoth(MapJob<Long, A> map, ReduceJob<Long, A, Long, R> reduce) {
        Codec<A> accumulators = reduce.input().values();
        List<byte[]> partials = new ArrayList<>();
        for (List<Integer> numbers : List.of(NUMBERS.subList(0, 3), NUMBERS.subList(3, NUMBERS.size()))) {
            Emitted<Long, A> out = new Emitted<>(accumulators);
            var mapper = (Mapper<Long, Integer, Long, A>)
                    Probe.serialized(map.from().get(0).mapper());
            run(() -> {
                for (int number : numbers) {
                    mapper.map(1L, number, out);
                }
                mapper.close(out);
            });
            partials.addAll(out.encoded);
        }
        Emitted<Long, R> results = new Emitted<>();
        run(() -> reduce.reducer().reduce(1L, decoded(partials, accumulators), results));
        return results.values;
    }

    @Test
    void distinguishesReusedKeyObjects() {
        byte[] array = new byte[1];
        assertThat(distinctOf(
                        Codecs.BYTE_ARRAY,
                        key -> {
                            array[0] = key.getBytes(StandardCharsets.UTF_8)[0];
                            return array;
                        },
                        key -> new String(key, StandardCharsets.UTF_8)))
                .containsExactly("a=1,2", "b=3");
        Bytes view = new Bytes();
        assertThat(distinctOf(
                        Codecs.BYTES, key -> view.set(key.getBytes(StandardCharsets.UTF_8), 0, 1), Bytes::toString))
                .containsExactly("a=1,2", "b=3");
        Box box = new Box();
        assertThat(distinctOf(new TaskBoxCodec(), key -> box.to(key.charAt(0) - 'a'), Box::toString))
                .containsExactly("0=1,2", "1=3");
    }

    private interface Step<A, B> {
        B apply(A from);
    }

    /** Returns the output of a mapper that emits 1 and 2 for a, and 3 for b in between. */
    private static <K> List<String> distinctOf(Codec<K> keys, Step<String, K> key, Step<K, String> text) {
        var partial = new PartialAggregates.Partial<String, Long, K, Long, TreeSet<Long>>(
                (name, value, out) -> out.emit(key.apply(name), value),
                new DistinctValues<>(),
                keys,
                null,
                null,
                "to group 'out'");
        Emitted<K, TreeSet<Long>> out = new Emitted<>();
        out.keyText = text;
        run(() -> {
            partial.map("a", 1L, out);
            partial.map("b", 3L, out);
            partial.map("a", 2L, out);
            partial.close(out);
        });
        return out.tuples;
    }

    private static final class Constants implements Codec<List<String>> {
        private static final long serialVersionUID = 1L;

        @Override
        public String name() {
            return "empty-list";
        }

        @Override
        public void encode(List<String> value, ByteSink sink) {
            // There is only one.
        }

        @Override
        public List<String> decode(byte[] bytes, int offset, int length) {
            return List.of();
        }
    }

    @Test
    void copyOfConstantIsTheConstant() {
        assertThat(new Constants().copy(List.of())).isSameAs(List.of());
    }

    @Test
    void doesNotCopyImmutableObjects() {
        record Text(String text, int number) {}
        record Data(byte[] bytes) {}
        String text = new String("text");
        assertThat(Codecs.STRING.copy(text)).isSameAs(text);
        Text record = new Text(text, 1);
        assertThat(Codecs.record(Text.class).copy(record)).isSameAs(record);
        Data data = new Data(new byte[] {1});
        assertThat(Codecs.record(Data.class).copy(data).bytes())
                .isNotSameAs(data.bytes())
                .containsExactly(1);
        assertThat(Codecs.BYTE_ARRAY.copy(data.bytes()))
                .isNotSameAs(data.bytes())
                .containsExactly(1);
    }

    private interface Code {
        void run() throws Exception;
    }

    private static void run(Code code) {
        assertThatCode(code::run).doesNotThrowAnyException();
    }

    /** Records or encodes immediately, as a task does. */
    private static final class Emitted<K, V> implements Emitter<K, V> {
        private final List<String> values = new ArrayList<>();
        private final List<String> tuples = new ArrayList<>();
        private final List<byte[]> encoded = new ArrayList<>();
        private final Codec<V> codec;
        private Step<K, String> keyText = String::valueOf;

        Emitted() {
            this(null);
        }

        Emitted(Codec<V> codec) {
            this.codec = codec;
        }

        @Override
        public void emit(K key, V value) {
            if (codec != null) {
                encoded.add(Probe.encode(codec, value));
                return;
            }
            values.add(value.toString());
            tuples.add(keyText.apply(key) + "=" + value.toString().replaceAll("[\\[\\] ]", ""));
        }

        @Override
        public <K2, V2> Emitter<K2, V2> to(TupleGroup<K2, V2> group) {
            throw new AssertionError(group);
        }

        @Override
        public void count(String counter, long amount) {
            throw new AssertionError(counter);
        }
    }
}
