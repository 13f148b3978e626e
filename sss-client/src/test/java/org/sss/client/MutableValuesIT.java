package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.Serializable;
import java.util.List;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.sss.api.Aggregator;
import org.sss.api.Aggregators;
import org.sss.api.ByteSink;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.SideData;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;

/** Jobs over objects that codecs decode into again and again, and that a mapper emits again and again. */
class MutableValuesIT {
    private static final TupleGroup<Long, Long> NUMBERS = TupleGroup.of("numbers", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Box> BOXES = TupleGroup.of("boxes", Codecs.LONG, new BoxCodec(null));
    /** As codecs are not to be: even the one that is no task's decodes into one object. */
    private static final TupleGroup<Long, Box> ONE_BOX = TupleGroup.of("boxes", Codecs.LONG, new BoxCodec(new Box(0)));

    private SssClient client;

    @BeforeEach
    void start() {
        client = LocalCluster.start(2);
        try (GroupWriter<Long, Long> writer = client.write(NUMBERS)) {
            LongStream.range(0, 2000).forEach(n -> writer.append(n % 10, n * 7919 % 100));
            writer.commit();
        }
        Workflow workflow = Workflow.named("boxes");
        workflow.map(NUMBERS, BOXES, new Boxes());
        client.run(workflow);
    }

    @AfterEach
    void stop() {
        client.close();
    }

    private static final class Box implements Comparable<Box>, Serializable {
        private static final long serialVersionUID = 1L;

        private long number;

        Box(long number) {
            this.number = number;
        }

        @Override
        public int compareTo(Box other) {
            return Long.compare(number, other.number);
        }

        @Override
        public boolean equals(Object o) {
            return o instanceof Box other && number == other.number;
        }

        @Override
        public int hashCode() {
            return Long.hashCode(number);
        }
    }

    /** Decodes into {@code box}, or to boxes of their own where that is null, except in tasks. */
    private record BoxCodec(Box box) implements Codec<Box> {
        @Override
        public String name() {
            return "box";
        }

        @Override
        public void encode(Box value, ByteSink sink) {
            Codecs.LONG.encode(value.number, sink);
        }

        @Override
        public Box decode(byte[] bytes, int offset, int length) {
            Box to = box == null ? new Box(0) : box;
            to.number = Codecs.LONG.decode(bytes, offset, length);
            return to;
        }

        @Override
        public Codec<Box> forTask() {
            return box == null ? new BoxCodec(new Box(0)) : this;
        }
    }

    /** Emits one box only. */
    private static final class Boxes implements Mapper<Long, Long, Long, Box> {
        private static final long serialVersionUID = 1L;

        private final Box box = new Box(0);

        @Override
        public void map(Long key, Long number, Emitter<Long, Box> out) {
            box.number = number;
            out.emit(key, box);
        }
    }

    private static List<Long> expected(long key) {
        return LongStream.range(0, 2000)
                .filter(n -> n % 10 == key)
                .map(n -> n * 7919 % 100)
                .sorted()
                .boxed()
                .toList();
    }

    @Test
    void aggregatesKeepWhatTheyNeed() {
        for (TupleGroup<Long, Box> boxes : List.of(BOXES, ONE_BOX)) {
            for (long key = 0; key < 10; key++) {
                List<Long> all = expected(key);
                assertThat(results(boxes, Aggregators.min(), key)).containsOnly(all.get(0));
                assertThat(results(boxes, Aggregators.max(), key)).containsOnly(all.get(all.size() - 1));
            }
            assertThat(results(boxes, Aggregators.topK(2), 3))
                    .containsExactly(
                            expected(3).get(199),
                            expected(3).get(198),
                            expected(3).get(199),
                            expected(3).get(198),
                            expected(3).get(199),
                            expected(3).get(198));
            assertThat(new TreeSet<>(results(boxes, Aggregators.distinct(), 3))).isEqualTo(new TreeSet<>(expected(3)));
        }
    }

    /** From values, by way of accumulators, and with the fold in the Map before. */
    private List<Long> results(TupleGroup<Long, Box> boxes, Aggregator<Box, ?, Box> aggregator, long key) {
        TupleGroup<Long, Box> parts =
                TupleGroup.of("parts", Codecs.LONG, boxes.values()).asTemporary();
        Workflow workflow = Workflow.named("aggregate");
        List<TupleGroup<Long, Box>> results =
                List.of(result("values", boxes), result("accumulators", boxes), result("folded", boxes));
        workflow.aggregate(boxes, results.get(0), aggregator);
        workflow.mapAggregate(NUMBERS, results.get(1), new Boxes(), aggregator);
        workflow.map(NUMBERS, parts, new Boxes());
        workflow.aggregate(parts, results.get(2), aggregator);
        client.run(workflow);
        return results.stream()
                .flatMap(group -> client.get(TupleGroup.of(group.name(), Codecs.LONG, BOXES.values()), key).stream())
                .map(box -> box.number)
                .toList();
    }

    private static TupleGroup<Long, Box> result(String name, TupleGroup<Long, Box> like) {
        return TupleGroup.of(name, Codecs.LONG, like.values()).replacing();
    }

    @Test
    void joinsAndValuesThatAreReadTwiceSeeEachAsItIs() {
        TupleGroup<Long, Long> pairs = TupleGroup.of("pairs", Codecs.LONG, Codecs.LONG);
        TupleGroup<Long, Long> squares = TupleGroup.of("squares", Codecs.LONG, Codecs.LONG);
        Workflow workflow = Workflow.named("twice");
        workflow.join(
                BOXES,
                BOXES,
                pairs,
                JoinKind.INNER,
                (key, left, right, out) -> out.emit(key, left.number * 1000 + right.number));
        workflow.reduce(BOXES, squares, (Long key, Iterable<Box> values, Emitter<Long, Long> out) -> {
            for (Box left : values) {
                for (Box right : values) {
                    out.emit(key, left.number * 1000 + right.number);
                }
            }
        });
        client.run(workflow);
        List<Long> expected = expected(4).stream()
                .flatMap(left -> expected(4).stream().map(right -> left * 1000 + right))
                .sorted()
                .toList();
        assertThat(client.get(pairs, 4L).stream().sorted().toList()).isEqualTo(expected);
        assertThat(client.get(squares, 4L).stream().sorted().toList()).isEqualTo(expected);
    }

    /** Sums the values of a key in a side group loaded as a map, and in one that is looked up. */
    private static final class LookUps implements Reducer<Long, Long, Long, Long> {
        private static final long serialVersionUID = 1L;

        private final TupleGroup<Long, Box> boxes;
        private transient SideData<Long, Box> side;

        LookUps(TupleGroup<Long, Box> boxes) {
            this.boxes = boxes;
        }

        @Override
        public void setup(TaskContext context) {
            side = context.side(boxes);
        }

        @Override
        public void reduce(Long key, Iterable<Long> values, Emitter<Long, Long> out) {
            out.emit(
                    key,
                    side.asMultimap().get(key).stream()
                            .mapToLong(box -> box.number)
                            .sum());
            out.emit(key, side.getAll(key).stream().mapToLong(box -> box.number).sum());
        }
    }

    @Test
    void retainedValuesAreNotReusedForDecoding() {
        for (TupleGroup<Long, Box> boxes : List.of(BOXES, ONE_BOX)) {
            TupleGroup<Long, Long> sums =
                    TupleGroup.of("sums", Codecs.LONG, Codecs.LONG).replacing();
            Workflow workflow = Workflow.named("look-up");
            workflow.reduce(NUMBERS, sums, new LookUps(boxes)).with(boxes);
            client.run(workflow);
            long expected = expected(6).stream().mapToLong(n -> n).sum();
            assertThat(client.get(sums, 6L)).containsExactly(expected, expected);
            assertThat(client.get(boxes, 6L).stream()
                            .mapToLong(box -> box.number)
                            .sum())
                    .isEqualTo(expected);
        }
    }
}
