package org.sss.dataserver;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunMerge;
import org.sss.net.block.RunWriter;
import org.sss.net.block.TupleMerge;

/** Tuples as a sorted map of keys to their values in order: what a test expects, and what it got. Not thread-safe. */
public final class Tuples {
    private final TreeMap<byte[], List<byte[]>> byKey = new TreeMap<>(Arrays::compareUnsigned);

    public static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.ISO_8859_1);
    }

    public static Tuples of(String... keysAndValues) {
        Tuples tuples = new Tuples();
        for (int i = 0; i < keysAndValues.length; i += 2) {
            tuples.add(bytes(keysAndValues[i]), bytes(keysAndValues[i + 1]));
        }
        return tuples;
    }

    /** {@code count} tuples with keys {@code prefix00000000} and so on. */
    public static Tuples numbered(String prefix, int count, String value) {
        Tuples tuples = new Tuples();
        for (int i = 0; i < count; i++) {
            tuples.add(bytes(String.format("%s%08d", prefix, i)), bytes(value));
        }
        return tuples;
    }

    public Tuples add(byte[] key, byte[] value) {
        byKey.computeIfAbsent(key, k -> new ArrayList<>()).add(value);
        return this;
    }

    public Tuples addAll(Tuples more) {
        more.byKey.forEach((key, values) -> values.forEach(value -> add(key, value)));
        return this;
    }

    /** Those from {@code from}, inclusive, to {@code to}, exclusive; null is no bound. */
    public Tuples range(byte[] from, byte[] to) {
        Tuples part = new Tuples();
        byKey.forEach((key, values) -> {
            boolean in = (from == null || Arrays.compareUnsigned(key, from) >= 0)
                    && (to == null || Arrays.compareUnsigned(key, to) < 0);
            if (in) {
                part.byKey.put(key, values);
            }
        });
        return part;
    }

    /** Those with one of {@code keys}. */
    public Tuples selected(List<byte[]> keys) {
        Tuples part = new Tuples();
        for (byte[] key : keys) {
            if (byKey.containsKey(key)) {
                part.byKey.put(key, byKey.get(key));
            }
        }
        return part;
    }

    public List<byte[]> keys() {
        return new ArrayList<>(byKey.keySet());
    }

    public long count() {
        return byKey.values().stream().mapToLong(List::size).sum();
    }

    public void writeTo(RunWriter run) {
        byKey.forEach((key, values) -> values.forEach(value -> run.add(key, 0, key.length, value, 0, value.length)));
        run.finish();
    }

    /** Reads to the end and closes. */
    public static Tuples readAll(BlockSource source) {
        return readAll(new RunMerge(List.of(source)));
    }

    /** Reads to the end and closes. */
    static Tuples readAll(RunMerge merge) {
        Tuples tuples = new Tuples();
        try (merge) {
            while (merge.nextKey()) {
                byte[] key = Arrays.copyOf(merge.key(), merge.keyLength());
                while (merge.nextValue()) {
                    int at = merge.valueOffset();
                    tuples.add(key, Arrays.copyOfRange(merge.valueArray(), at, at + merge.valueLength()));
                }
            }
        }
        return tuples;
    }

    /** Reads to the end and closes; fails when keys do not ascend. */
    static Tuples readAll(TupleMerge merge) {
        Tuples tuples = new Tuples();
        byte[] before = {};
        try (merge) {
            while (merge.next()) {
                byte[] key =
                        Arrays.copyOfRange(merge.keyArray(), merge.keyOffset(), merge.keyOffset() + merge.keyLength());
                if (Arrays.compareUnsigned(before, key) > 0) {
                    throw new AssertionError(Arrays.toString(key) + " comes after " + Arrays.toString(before));
                }
                int at = merge.valueOffset();
                tuples.add(key, Arrays.copyOfRange(merge.valueArray(), at, at + merge.valueLength()));
                before = key;
            }
        }
        return tuples;
    }

    /** Content that can be compared: key to hash of each value, in order. */
    private Map<String, List<String>> comparable() {
        Map<String, List<String>> map = new TreeMap<>();
        byKey.forEach((key, values) -> map.put(
                new String(key, StandardCharsets.ISO_8859_1),
                values.stream().map(Tuples::summary).toList()));
        return map;
    }

    private static String summary(byte[] value) {
        return value.length <= 40
                ? new String(value, StandardCharsets.ISO_8859_1)
                : value.length + " bytes, hash " + Arrays.hashCode(value);
    }

    /** The values of one key, as text. */
    List<String> values(String key) {
        return byKey.getOrDefault(bytes(key), Collections.emptyList()).stream()
                .map(v -> new String(v, StandardCharsets.ISO_8859_1))
                .toList();
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof Tuples other && comparable().equals(other.comparable());
    }

    @Override
    public int hashCode() {
        return byKey.size();
    }

    @Override
    public String toString() {
        String text = comparable().toString();
        return count() + " tuples " + (text.length() > 2000 ? text.substring(0, 2000) + "..." : text);
    }
}
