package org.sss.server.task.output;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Compression;
import org.sss.api.Grouping;
import org.sss.api.TupleGroup;
import org.sss.server.task.state.TaskState;

class DuplicateFilterTest {
    private static final TupleGroup<String, String> GROUP = TupleGroup.of("g", Codecs.STRING, Codecs.STRING);
    private final Random random = new Random(7);

    @ParameterizedTest
    @ValueSource(longs = {1 << 10, 64 << 10, 4 << 20})
    void whatIsLeftOutCameBefore(long bytes) {
        DuplicateFilter repeats = new DuplicateFilter(bytes);
        Set<Map.Entry<String, String>> seen = new HashSet<>();
        long repeated = 0;
        for (int i = 0; i < 100_000; i++) {
            String key = "k".repeat(random.nextInt(4));
            String value = Integer.toString(random.nextInt(20));
            if (isRepeated(repeats, key, value)) {
                assertThat(seen).contains(Map.entry(key, value));
                repeated++;
            }
            seen.add(Map.entry(key, value));
        }
        assertThat(repeats.count()).isEqualTo(repeated).isPositive();
        repeats.release();
    }

    private static boolean isRepeated(DuplicateFilter repeats, String key, String value) {
        byte[] keyBytes = ("<" + key).getBytes(UTF_8);
        byte[] valueBytes = (value + ">").getBytes(UTF_8);
        return repeats.isRepeated(keyBytes, 1, keyBytes.length - 1, valueBytes, 0, valueBytes.length - 1);
    }

    @Test
    void aKeyAndAValueThatTogetherAreAsAnotherOnesAreNotTheSame() {
        DuplicateFilter repeats = new DuplicateFilter(64 << 10);
        assertThat(isRepeated(repeats, "ab", "c")).isFalse();
        assertThat(isRepeated(repeats, "a", "bc")).isFalse();
        assertThat(isRepeated(repeats, "ab", "c")).isTrue();
    }

    @Test
    void allAreLeftOutThatFitAndNoneAnyMoreWhenFewComeAgain() {
        assertThat(emitted(i -> "v" + i % 100, 10_000)).isEqualTo(100);
        assertThat(emitted(i -> "v" + i, 300_000)).isEqualTo(300_000);
    }

    /**
     * Emits a value of one key each time.
     *
     * @return how many were written
     */
    private long emitted(IntFunction<String> values, int count) {
        MemoryRuns runs = new MemoryRuns();
        RunOutput out = new RunOutput(1, Compression.NONE, runs, 0);
        TaskState state = new TaskState();
        SortEmitter<String, String> emitter = new SortEmitter<>(
                new TaskOutputs(state, Grouping.AUTO),
                GROUP,
                new Placement<>(null, List.of(), 1),
                new GroupTable(4 << 20, out, false),
                () -> new SortBuffer(4 << 20, out),
                new DuplicateFilter(4 << 20));
        TreeSet<String> model = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            emitter.emit("key", values.apply(i));
            model.add(values.apply(i));
        }
        emitter.flush();
        assertThat(state.tuplesOut()).isEqualTo(count).isEqualTo(out.tupleCount() + emitter.combined());
        TreeMap<Bytes, List<Bytes>> tuples = runs.tuples(0);
        assertThat(new TreeSet<>(tuples.get(Bytes.of("key")).stream()
                        .map(Bytes::toString)
                        .toList()))
                .isEqualTo(model);
        return out.tupleCount();
    }
}
