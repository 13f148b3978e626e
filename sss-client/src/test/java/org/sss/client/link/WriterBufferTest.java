package org.sss.client.link;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.sss.api.ByteSink;
import org.sss.net.block.BlockReader;
import org.sss.net.block.KeyHash;
import org.sss.net.block.RunWriter;

class WriterBufferTest {
    private static final int SUBGROUPS = 3;

    private final WriterBuffer buffer = new WriterBuffer(SUBGROUPS, 1 << 20);

    @Test
    void runsAreSortedAndValuesKeepTheirOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<Integer, TreeMap<String, List<String>>> expected = new HashMap<>();
        for (int i = 0; i < 3_000; i++) {
            String key = "a".repeat(random.nextInt(12)) + random.nextInt(100);
            byte[] bytes = add(key, "value" + i);
            expected.computeIfAbsent(
                            KeyHash.subgroup(KeyHash.hash64(bytes, 0, bytes.length), SUBGROUPS), s -> new TreeMap<>())
                    .computeIfAbsent(key, k -> new ArrayList<>())
                    .add("value" + i);
        }
        assertThat(drained()).as("seed %d", seed).isEqualTo(expected);
        assertThat(buffer.isEmpty()).isTrue();
    }

    @Test
    void itIsFullWhenTuplesAndTheirIndexReachTheLimit() {
        WriterBuffer small = new WriterBuffer(SUBGROUPS, 1000);
        int tuples = 0;
        while (!small.isFull()) {
            ByteSink arena = small.startTuple();
            arena.write(new byte[10]);
            small.added(arena.size() - 10, 4, 0);
            tuples++;
        }
        assertThat(tuples).isBetween(20, 40);
    }

    private byte[] add(String key, String value) {
        ByteSink arena = buffer.startTuple();
        int start = arena.size();
        arena.write(key.getBytes());
        arena.write(value.getBytes());
        byte[] bytes = key.getBytes();
        buffer.added(start, bytes.length, KeyHash.subgroup(KeyHash.hash64(bytes, 0, bytes.length), SUBGROUPS));
        return bytes;
    }

    private Map<Integer, TreeMap<String, List<String>>> drained() {
        Map<Integer, TreeMap<String, List<String>>> result = new HashMap<>();
        buffer.drain(subgroup -> {
            assertThat(result).doesNotContainKey(subgroup);
            TreeMap<String, List<String>> run = new TreeMap<>();
            result.put(subgroup, run);
            return new RunWriter((block, length) -> collect(block, length, run));
        });
        return result;
    }

    private static void collect(byte[] block, int length, TreeMap<String, List<String>> run) {
        BlockReader reader = new BlockReader();
        reader.reset(block, 0, length);
        while (reader.next()) {
            String key = new String(reader.key());
            assertThat(run.isEmpty() || run.lastKey().compareTo(key) <= 0).isTrue();
            run.computeIfAbsent(key, k -> new ArrayList<>()).add(new String(reader.value()));
        }
    }
}
