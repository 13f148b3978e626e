package org.sss.server.task.output;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Combiner;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.server.task.state.TaskState;

class ValueCombineEmitterTest {
    private final Random random = new Random(5);
    private final MemoryRuns runs = new MemoryRuns();

    @ParameterizedTest
    @ValueSource(longs = {4 << 10, 64 << 10, 4 << 20})
    void valuesThatGrowAreCombinedAtAnyBufferSize(long bufferBytes) {
        TreeMap<String, String> model = new TreeMap<>();
        Combiner<String, String> join = (key, left, right) -> left + right;
        ValueCombineEmitter<String, String> emitter = emitter(Codecs.STRING, Codecs.STRING, join, bufferBytes);
        for (int i = 0; i < 5000; i++) {
            String key = "k" + random.nextInt(300);
            String value = "v".repeat(random.nextInt(30)) + i;
            emitter.emit(key, value);
            model.merge(key, value, String::concat);
        }
        emitter.flush();
        TreeMap<String, String> found = new TreeMap<>();
        for (int s = 0; s < 3; s++) {
            runs.tuples(s)
                    .forEach((key, values) ->
                            values.forEach(v -> found.merge(key.toString(), v.toString(), String::concat)));
        }
        assertThat(found).isEqualTo(model);
        assertThat(emitter.combined() + allTuples().size())
                .as("combined and stored")
                .isEqualTo(5000);
    }

    @Test
    void theHolesOfAValueThatGrowsAndGrowsAreFewTimesItsSize() {
        Combiner<String, String> join = (key, left, right) -> left + right;
        ValueCombineEmitter<String, String> emitter = emitter(Codecs.STRING, Codecs.STRING, join, 1 << 20);
        for (int i = 0; i < 2000; i++) {
            emitter.emit("one", "twelve bytes");
            emitter.emit("two", i % 2 == 0 ? "odd" : "");
        }
        emitter.flush();
        assertThat(allTuples())
                .extracting(Bytes::toString)
                .containsExactlyInAnyOrder("twelve bytes".repeat(2000), "odd".repeat(1000));
    }

    @Test
    void valuesThatShrinkStayWhereTheyAre() {
        Combiner<Integer, String> shorter = (key, left, right) -> left.length() < right.length() ? left : right;
        ValueCombineEmitter<Integer, String> emitter = emitter(Codecs.INT, Codecs.STRING, shorter, 4 << 10);
        for (int length = 500; length > 2; length--) {
            emitter.emit(1, "x".repeat(length));
        }
        emitter.flush();
        assertThat(allTuples()).hasToString("[xx" + "x]");
    }

    @Test
    void retainsValuesThatShrinkAndGrow() {
        Combiner<Integer, String> last = (key, left, right) -> right;
        ValueCombineEmitter<Integer, String> emitter = emitter(Codecs.INT, Codecs.STRING, last, 16 << 10);
        for (int i = 0; i < 2000; i++) {
            for (int key = 0; key < 5; key++) {
                emitter.emit(key, key + "-" + i + "x".repeat(random.nextInt(60)));
            }
        }
        for (int key = 0; key < 5; key++) {
            emitter.emit(key, "end of " + key);
        }
        emitter.flush();
        assertThat(allTuples())
                .extracting(Bytes::toString)
                .containsExactlyInAnyOrder("end of 0", "end of 1", "end of 2", "end of 3", "end of 4");
    }

    @Test
    void numbersOfFixedSizeAreCombinedInPlace() {
        ValueCombineEmitter<String, Double> emitter =
                emitter(Codecs.STRING, Codecs.DOUBLE, (k, a, b) -> a + b, 4 << 10);
        for (int i = 0; i < 10_000; i++) {
            emitter.emit("sum", 0.5);
        }
        emitter.flush();
        byte[] sum = allTuples().get(0).toByteArray();
        assertThat(Codecs.DOUBLE.decode(sum, 0, sum.length)).isEqualTo(5000.0);
    }

    @Test
    void viewsGivenToACombinerAreNotThoseOfTheBuffer() {
        Combiner<Bytes, Bytes> join = (key, left, right) -> {
            byte[] both = java.util.Arrays.copyOf(left.toByteArray(), left.length() + right.length());
            System.arraycopy(right.array(), right.offset(), both, left.length(), right.length());
            return Bytes.of(both);
        };
        ValueCombineEmitter<Bytes, Bytes> emitter = emitter(Codecs.BYTES, Codecs.BYTES, join, 64 << 10);
        emitter.emit(Bytes.of("k"), Bytes.of("a"));
        emitter.emit(Bytes.of("k"), Bytes.of("bc"));
        emitter.emit(Bytes.of("k"), Bytes.of("d"));
        emitter.flush();
        assertThat(allTuples()).hasToString("[abcd]");
    }

    @Test
    void aFailingCombinerIsNamedWithItsKeyAndLeavesTheOldValue() {
        Combiner<String, Integer> failing = (key, left, right) -> {
            throw new IllegalStateException("cannot fold");
        };
        ValueCombineEmitter<String, Integer> emitter = emitter(Codecs.STRING, Codecs.INT, failing, 64 << 10);
        emitter.emit("apple", 1);
        assertThatThrownBy(() -> emitter.emit("apple", 2)).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE);
            assertThat(e)
                    .hasMessageContaining("combiner")
                    .hasMessageContaining("<apple>")
                    .hasMessageContaining("java.lang.IllegalStateException: cannot fold")
                    .hasNoCause();
            assertThat(e.remoteTrace()).contains("ValueCombineEmitterTest");
        });
        emitter.flush();
        assertThat(allTuples()).hasSize(1);
    }

    /** Keeps the length of values in two digits, and adds them up. */
    private static final class Lengths implements Combiner<Integer, String> {
        private static final long serialVersionUID = 1L;

        @Override
        public String combine(Integer key, String left, String right) {
            return Integer.toString(Integer.parseInt(first(key, left)) + Integer.parseInt(first(key, right)));
        }

        @Override
        public String first(Integer key, String value) {
            return value.startsWith("x") ? Integer.toString(value.length()) : value;
        }
    }

    @Test
    void storesResultOfCombinerFirstForLargeValuesToo() {
        ValueCombineEmitter<Integer, String> emitter = emitter(Codecs.INT, Codecs.STRING, new Lengths(), 4 << 10);
        emitter.emit(1, "x".repeat(100_000));
        emitter.emit(2, "x".repeat(20));
        emitter.emit(1, "x".repeat(5));
        emitter.flush();
        assertThat(allTuples()).extracting(Bytes::toString).containsExactlyInAnyOrder("100005", "20");
    }

    @Test
    void aCombinerThatFailsAtAFirstValueIsNamedWithItsKey() {
        Combiner<Integer, String> failing = new Combiner<>() {
            @Override
            public String combine(Integer key, String left, String right) {
                return left;
            }

            @Override
            public String first(Integer key, String value) {
                throw new IllegalStateException("cannot start");
            }
        };
        ValueCombineEmitter<Integer, String> emitter = emitter(Codecs.INT, Codecs.STRING, failing, 4 << 10);
        assertThatThrownBy(() -> emitter.emit(1, "x"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining(" failed at key <1>")
                .hasMessageContaining("cannot start");
    }

    private java.util.List<Bytes> allTuples() {
        java.util.List<Bytes> values = new java.util.ArrayList<>();
        for (int s = 0; s < 3; s++) {
            runs.tuples(s).values().forEach(values::addAll);
        }
        return values;
    }

    private <K, V> ValueCombineEmitter<K, V> emitter(
            Codec<K> keys, Codec<V> values, Combiner<K, V> combiner, long bufferBytes) {
        return new ValueCombineEmitter<>(
                new TaskOutputs(new TaskState(), Grouping.AUTO),
                TupleGroup.of("g", keys, values),
                new Placement<>(null, List.of(), 3),
                combiner,
                new ValueCombineTable(bufferBytes, new RunOutput(3, Compression.NONE, runs, 0)));
    }
}
