package org.sss.server.coordinator.run;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
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

    private RangeBounds() {
    }

    /** @throws org.sss.api.SssException when a node cannot be asked */
    static List<byte[]> of(GroupInfo group, Members members) {
        int subgroups = members.map().subgroupCount();
        long keys = (long) subgroups * KEYS_PER_SUBGROUP;
        long everyBlocks = Math.max(1, group.storedBytes() / BLOCK_BYTES * KEYS_PER_BLOCK / keys);
        long everyTuples = Math.max(1, group.tuples() / everyBlocks / keys);
        return choose(members.sample(new Sample(group.id(), everyBlocks, everyTuples)), subgroups);
    }

    /** The first key of each subgroup but the first; fewer when there are few different keys. */
    static List<byte[]> choose(List<byte[]> sample, int subgroups) {
        byte[][] keys = sample.toArray(byte[][]::new);
        Arrays.sort(keys, Arrays::compareUnsigned);
        List<byte[]> bounds = new ArrayList<>();
        for (int i = 1; i < subgroups && keys.length > 0; i++) {
            byte[] bound = keys[(int) ((long) i * keys.length / subgroups)];
            byte[] before = bounds.isEmpty() ? keys[0] : bounds.get(bounds.size() - 1);
            if (Arrays.compareUnsigned(before, bound) < 0) {
                bounds.add(bound);
            }
        }
        return bounds;
    }
}
