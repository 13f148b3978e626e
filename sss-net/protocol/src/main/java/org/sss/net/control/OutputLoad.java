package org.sss.net.control;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * What tasks that have ended have written for each subgroup and node: known before a later job reads it.
 *
 * @param subgroupBytes of the blocks for each subgroup, by its number
 * @param nodeBytes     of the blocks for the subgroups that each node owns, by its number
 * @param heaviest      keys with the most bytes, most first: estimated from samples of the blocks, and too low for keys
 *     that are among the heaviest of some tasks only
 */
public record OutputLoad(List<Long> subgroupBytes, List<Long> nodeBytes, List<Key> heaviest) {
    public OutputLoad {
        subgroupBytes = List.copyOf(subgroupBytes);
        nodeBytes = List.copyOf(nodeBytes);
        heaviest = List.copyOf(heaviest);
    }

    /**
     * @param key as text, see {@link Progress.HeavyKey#key}
     * @param bytes of its share of the blocks
     */
    public record Key(String key, long bytes) {
        /** Maximum number of keys, per task and per job. */
        public static final int MAX_KEYS = 8;
    }

    /**
     * @param subgroupBytes by subgroup
     * @param keys          estimates, in any order
     */
    public static OutputLoad of(ClusterMap cluster, long[] subgroupBytes, List<Key> keys) {
        Locations locations = cluster.locations();
        long[] nodes = new long[cluster.nodes().size()];
        for (int subgroup = 0; subgroup < subgroupBytes.length; subgroup++) {
            nodes[locations.owner(subgroup)] += subgroupBytes[subgroup];
        }
        return new OutputLoad(boxed(subgroupBytes), boxed(nodes), keys.size() < 2 ? keys : heaviest(keys.stream()));
    }

    /** Without a stream, like the check of keys above: many tasks write one tuple. */
    private static List<Long> boxed(long[] numbers) {
        Long[] boxed = new Long[numbers.length];
        for (int i = 0; i < numbers.length; i++) {
            boxed[i] = numbers[i];
        }
        return List.of(boxed);
    }

    /** The bytes of all blocks. */
    public long bytes() {
        return nodeBytes.stream().mapToLong(Long::longValue).sum();
    }

    OutputLoad plus(OutputLoad other) {
        return new OutputLoad(
                sum(subgroupBytes, other.subgroupBytes),
                sum(nodeBytes, other.nodeBytes),
                heaviest(Stream.concat(heaviest.stream(), other.heaviest.stream())));
    }

    private static List<Long> sum(List<Long> some, List<Long> others) {
        return IntStream.range(0, Math.max(some.size(), others.size()))
                .mapToObj(i -> (i < some.size() ? some.get(i) : 0) + (i < others.size() ? others.get(i) : 0))
                .toList();
    }

    private static List<Key> heaviest(Stream<Key> keys) {
        Map<String, Long> sums =
                keys.collect(Collectors.groupingBy(Key::key, TreeMap::new, Collectors.summingLong(Key::bytes)));
        return sums.entrySet().stream()
                .map(sum -> new Key(sum.getKey(), sum.getValue()))
                .sorted(Comparator.comparingLong(Key::bytes).reversed())
                .limit(Key.MAX_KEYS)
                .toList();
    }
}
