package org.sss.net.data;

import java.util.List;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunMerge;
import org.sss.net.block.TupleMerge;
import org.sss.net.control.GroupKey;

/** Reads the committed tuples of single subgroups: from the data server of the same JVM, or over a connection. */
public interface SubgroupSource {
    /**
     * Compares the identity of a group with the stored one. A source of one group only, which compares it at each read,
     * does nothing.
     *
     * @throws org.sss.api.SssException CORRUPT if it is another group of the same number
     */
    default void checkIs(GroupKey group) {
        // compared at each read
    }

    /** All blocks, run after run: for readers that do not need order. A subgroup without data has none. */
    BlockSource blocks(long group, int subgroup);

    /**
     * Sources that are each in the order of their keys, few enough to be merged. Equal keys come in the order of the
     * sources. For a range of keys, which is found by an index. At the edges there may be keys outside of the range,
     * with some of their values: skip them. The caller closes the sources.
     *
     * @param from first key, or null for the start
     * @param to   end of the range, exclusive, or null for the end
     */
    List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to);

    /** All tuples, in the order of {@link #merged(long, int)}, for readers of single tuples. */
    default TupleMerge tuples(long group, int subgroup) {
        return new TupleMerge(ordered(group, subgroup, null, null));
    }

    /** All tuples, by key; equal keys together, their values in the order of the runs. */
    default RunMerge merged(long group, int subgroup) {
        return merged(group, subgroup, null, null);
    }

    /** As {@link #merged(long, int)} for a range of keys, see {@link #ordered}. */
    default RunMerge merged(long group, int subgroup, byte[] from, byte[] to) {
        return new RunMerge(ordered(group, subgroup, from, to));
    }
}
