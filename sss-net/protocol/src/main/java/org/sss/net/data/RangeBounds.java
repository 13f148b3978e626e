package org.sss.net.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.GroupInfo;

/** The bounds of a range partitioner: chosen from a sample of keys, and searched. Stateless. */
public final class RangeBounds {
    /** Sampled keys per subgroup: the size of a subgroup is then usually within a tenth of its share. */
    private static final int KEYS_PER_SUBGROUP = 512;
    /** For large groups; more for small ones. */
    private static final int KEYS_PER_BLOCK = 8;

    private static final int BLOCK_BYTES = 32 << 10;
    /** All bounds are sent to each task in the header of a stream, whose size is limited. One key always fits. */
    private static final int MAX_BYTES = 64 << 10;

    private RangeBounds() {}

    /** Returns what to ask each node for: about as many keys of the group as {@link #choose} needs. */
    public static Sample request(GroupInfo group, int subgroups) {
        long keys = (long) subgroups * KEYS_PER_SUBGROUP;
        long everyBlocks = Math.max(1, group.storedBytes() / BLOCK_BYTES * KEYS_PER_BLOCK / keys);
        long everyTuples = Math.max(1, group.tuples() / everyBlocks / keys);
        return new Sample(group.id(), everyBlocks, everyTuples, group.identity());
    }

    /** Returns the subgroup of a key: the number of bounds that are not above it. */
    public static int subgroup(byte[][] bounds, byte[] key, int offset, int length) {
        int low = 0;
        int high = bounds.length;
        while (low < high) {
            int middle = low + high >>> 1;
            byte[] bound = bounds[middle];
            if (Arrays.compareUnsigned(bound, 0, bound.length, key, offset, offset + length) <= 0) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /**
     * Returns the lower bound of each subgroup except the first; fewer if there are few distinct keys, or if their
     * common prefixes are so long that not all bounds fit.
     */
    public static List<byte[]> choose(List<byte[]> sample, int subgroups) {
        byte[][] keys = sample.toArray(byte[][]::new);
        Arrays.sort(keys, Arrays::compareUnsigned);
        List<byte[]> bounds = new ArrayList<>();
        byte[] before = keys.length == 0 ? null : keys[0];
        for (int i = 1; i < subgroups && keys.length > 0; i++) {
            int index = (int) ((long) i * keys.length / subgroups);
            if (Arrays.compareUnsigned(before, keys[index]) < 0) {
                bounds.add(shortest(keys, index));
                before = keys[index];
            }
        }
        return thinned(bounds);
    }

    /** Returns the shortest prefix of a key, not the smallest one, that is greater than the previous key. */
    private static byte[] shortest(byte[][] keys, int index) {
        int below = index - 1;
        while (Arrays.equals(keys[below], keys[index])) {
            below--;
        }
        return Arrays.copyOf(keys[index], Arrays.mismatch(keys[below], keys[index]) + 1);
    }

    /** Returns every n-th bound, with the smallest n for which they fit. */
    private static List<byte[]> thinned(List<byte[]> bounds) {
        List<byte[]> left = bounds;
        for (int every = 2; left.stream().mapToLong(bound -> bound.length).sum() > MAX_BYTES; every++) {
            int step = every;
            left = IntStream.range(0, bounds.size())
                    .filter(i -> (i + 1) % step == 0)
                    .mapToObj(bounds::get)
                    .toList();
        }
        return left;
    }
}
