package org.sss.client;

import org.sss.net.block.KeyHash;
import org.sss.net.control.GroupInfo;

/** Reads one key from the subgroup that holds it, or from all when a partitioner of the user placed it. Stateless. */
final class PointRead {
    private PointRead() {
    }

    static TupleStream open(ClusterLink link, GroupInfo group, byte[] key) {
        KeyRange range = KeyRange.only(key);
        if (!group.hashed()) {
            return TupleStream.ofGroup(link, group.id(), range);
        }
        int subgroup = KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), link.map().subgroupCount());
        return TupleStream.ofSubgroup(link, group.id(), subgroup, range);
    }
}
