package org.sss.client;

import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.Partitioners.HashPartitioner;
import org.sss.api.Partitioners.RangePartitioner;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.client.link.ClusterLink;
import org.sss.client.link.GroupSample;
import org.sss.net.block.KeyHash;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Name;
import org.sss.net.data.RangeBounds;

/**
 * Chooses the subgroups of the tuples of one writer: by the hash or the range of the key, or by a partitioner. One
 * thread at a time, except for {@link #forWriter}.
 */
final class WriterPlacement<K, V> {
    /** With two subgroups, half of the wrong answers are the same by chance. */
    private static final int CHECKED_TUPLES = 32;

    private final TupleGroup<K, V> group;
    /** Null for the hash and for ranges. */
    private final Partitioner<K, V> partitioner;
    /** Of ranges, else null. */
    private final byte[][] bounds;

    private final int subgroupCount;
    private final Codec<K> keys;
    private int unchecked;

    private WriterPlacement(
            TupleGroup<K, V> group, Partitioner<K, V> partitioner, byte[][] bounds, int subgroupCount, int unchecked) {
        this.group = group;
        this.partitioner = partitioner;
        this.bounds = bounds;
        this.subgroupCount = subgroupCount;
        this.unchecked = unchecked;
        keys = group.keys().forTask();
    }

    /**
     * Returns the placement of all writers of a group, of which each takes {@link #forWriter}.
     *
     * @throws SssException INVALID_ARGUMENT for a partitioner that a client cannot use; NOT_FOUND or TYPE_MISMATCH for
     *     the group whose ranges are taken
     */
    static <K, V> WriterPlacement<K, V> of(ClusterLink link, TupleGroup<K, V> group, Partitioner<K, V> partitioner) {
        int subgroups = link.map().subgroupCount();
        boolean hash = partitioner instanceof HashPartitioner;
        byte[][] bounds =
                partitioner instanceof RangePartitioner<K, V> range ? bounds(link, group, range.like()) : null;
        WriterPlacement<K, V> placement =
                new WriterPlacement<>(group, hash || bounds != null ? null : partitioner, bounds, subgroups, 0);
        placement.forWriter(0); // a partitioner of tasks is rejected before the group is created
        return placement;
    }

    private static byte[][] bounds(ClusterLink link, TupleGroup<?, ?> group, TupleGroup<?, ?> like) {
        GroupInfo sampled = link.ask(ServerVerbs.GROUP_GET, new Name(like.name()), GroupInfo.class)
                .checkWhole();
        if (!sampled.keyType().equals(group.keys().name())) {
            throw new SssException(
                    ErrorCode.TYPE_MISMATCH,
                    "keys of group '" + group.name() + "' are of type '"
                            + group.keys().name()
                            + "' and cannot be placed by ranges of those of group '" + like.name()
                            + "', which are of type '" + sampled.keyType() + "'");
        }
        return GroupSample.bounds(link, sampled).toArray(byte[][]::new);
    }

    @SuppressWarnings("ReferenceEquality") // one without state returns itself
    WriterPlacement<K, V> forWriter(int number) {
        Partitioner<K, V> own = partitioner == null ? null : partitioner.forWriter(number, subgroupCount);
        boolean checked = own != null && own == partitioner && subgroupCount > 1;
        return new WriterPlacement<>(group, own, bounds, subgroupCount, checked ? CHECKED_TUPLES : 0);
    }

    /** Returns whether all tuples are in the subgroups of the hashes of their keys. */
    boolean isHash() {
        return partitioner == null && bounds == null;
    }

    /**
     * Returns the subgroup of an encoded tuple. To be called once for each tuple, as a partitioner may have state.
     *
     * @param bytes where the encoded key is
     * @throws SssException USER_CODE if the partitioner returns no subgroup, or another one for an equal key
     */
    int subgroup(K key, V value, byte[] bytes, int offset, int length) {
        if (partitioner == null) {
            return ofKey(bytes, offset, length);
        }
        int subgroup = partitioner.subgroup(key, value, subgroupCount);
        if (subgroup < 0 || subgroup >= subgroupCount) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    named() + " returned " + subgroup + " for the key <" + key + ">; it must be in 0.."
                            + (subgroupCount - 1));
        }
        if (unchecked > 0) {
            unchecked--;
            check(partitioner.subgroup(keys.decode(bytes, offset, length), value, subgroupCount), subgroup, key);
        }
        return subgroup;
    }

    private void check(int again, int subgroup, K key) {
        if (again != subgroup) {
            throw new SssException(
                    ErrorCode.USER_CODE,
                    named() + " returned " + subgroup + " for the key <" + key + ">, and " + again
                            + " for an equal one; let it depend on the content of key and value only, not on hashCode()"
                            + " of an enum, an array, or an object without a hashCode() of its own; a partitioner with "
                            + "state overrides forWriter, or use Partitioners.roundRobin()");
        }
    }

    /**
     * Returns the subgroup of a tuple whose value is not known.
     *
     * @throws SssException INVALID_ARGUMENT if the placement may depend on the value
     */
    int subgroupOfStream(byte[] key) {
        if (partitioner != null) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    named()
                            + " may look at the value, and the value of a stream is sent while it is read; append"
                            + " the value itself, or place the group by hash or range");
        }
        return ofKey(key, 0, key.length);
    }

    private int ofKey(byte[] bytes, int offset, int length) {
        return bounds != null
                ? RangeBounds.subgroup(bounds, bytes, offset, length)
                : KeyHash.subgroup(KeyHash.hash64(bytes, offset, length), subgroupCount);
    }

    private String named() {
        return "the partitioner " + Partitioners.describe(partitioner) + " of group '" + group.name() + "'";
    }
}
