package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.GroupInfo;
import org.sss.server.coordinator.members.Members;

/** Chooses the bounds of a range partitioner from a sample of keys. Stateless. */
final class RangeBounds {
    /** Of each subgroup: with so many keys it gets within a tenth of its share, mostly. */
    private static final int KEYS_PER_SUBGROUP = 512;
    /** Of a large group; of a small one more are taken. */
    private static final int KEYS_PER_BLOCK = 8;
    private static final int BLOCK_BYTES = 32 << 10;
    /** All bounds go to each task with the header of a stream, which is bounded. One key always has room. */
    private static final int MAX_BYTES = 64 << 10;

    private RangeBounds() {
    }

    /**
     * @param stop ends the waiting for the nodes by its error
     * @throws org.sss.api.SssException when a node cannot be asked
     */
    static List<byte[]> of(GroupInfo group, Members members, CompletableFuture<Void> stop) {
        int subgroups = members.map().subgroupCount();
        long keys = (long) subgroups * KEYS_PER_SUBGROUP;
        long everyBlocks = Math.max(1, group.storedBytes() / BLOCK_BYTES * KEYS_PER_BLOCK / keys);
        long everyTuples = Math.max(1, group.tuples() / everyBlocks / keys);
        return choose(JobWrite.await(members.sample(new Sample(group.id(), everyBlocks, everyTuples, group.identity())), stop), subgroups);
    }

    /**
     * What parts each subgroup but the first from the one before it; fewer when there are few different keys, or when what they
     * begin with alike is so long that there is no room for all.
     */
    static List<byte[]> choose(List<byte[]> sample, int subgroups) {
        byte[][] keys = sample.toArray(byte[][]::new);
        Arrays.sort(keys, Arrays::compareUnsigned);
        List<byte[]> bounds = new ArrayList<>();
        byte[] before = keys.length == 0 ? null : keys[0];
        for (int i = 1; i < subgroups && keys.length > 0; i++) {
            int place = (int) ((long) i * keys.length / subgroups);
            if (Arrays.compareUnsigned(before, keys[place]) < 0) {
                bounds.add(shortest(keys, place));
                before = keys[place];
            }
        }
        return thinned(bounds);
    }

    /** Of a key that is not the least one: as much of it as is needed to be above the key before it. */
    private static byte[] shortest(byte[][] keys, int place) {
        int below = place - 1;
        while (Arrays.equals(keys[below], keys[place])) {
            below--;
        }
        return Arrays.copyOf(keys[place], Arrays.mismatch(keys[below], keys[place]) + 1);
    }

    /** Every so many of them, at even distances. */
    private static List<byte[]> thinned(List<byte[]> bounds) {
        List<byte[]> left = bounds;
        for (int every = 2; left.stream().mapToLong(bound -> bound.length).sum() > MAX_BYTES; every++) {
            int step = every;
            left = IntStream.range(0, bounds.size()).filter(i -> (i + 1) % step == 0).mapToObj(bounds::get).toList();
        }
        return left;
    }
}
