package org.sss.client;

import java.util.ArrayList;
import java.util.List;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunMerge;
import org.sss.net.data.RemoteSource;

/**
 * Encoded tuples of one group within a range of keys, merged over subgroups; each subgroup's data server merges its runs,
 * so here each subgroup is one run. One thread at a time. Holds a window of blocks per subgroup.
 */
final class TupleStream implements AutoCloseable {
    private final RunMerge merge;
    private final KeyRange range;
    private boolean inKey;

    private TupleStream(RunMerge merge, KeyRange range) {
        this.merge = merge;
        this.range = range;
    }

    static TupleStream ofGroup(ClusterLink link, long group, KeyRange range) {
        return of(link, group, 0, link.map().subgroupCount(), range);
    }

    static TupleStream ofSubgroup(ClusterLink link, long group, int subgroup, KeyRange range) {
        return of(link, group, subgroup, subgroup + 1, range);
    }

    private static TupleStream of(ClusterLink link, long group, int first, int behindLast, KeyRange range) {
        RemoteSource remote = new RemoteSource(link::connection, link.map(), ClusterLink.CALL_TIMEOUT);
        List<BlockSource> sources = new ArrayList<>();
        try {
            for (int s = first; s < behindLast; s++) {
                int subgroup = s;
                sources.add(new PatientBlocks(() -> remote.range(group, subgroup, true, range.from(), range.to()),
                        System::nanoTime));
            }
        } catch (RuntimeException e) {
            sources.forEach(BlockSource::close);
            throw e;
        }
        return new TupleStream(new RunMerge(sources), range);
    }

    /** Moves to the next tuple; false at the end. */
    boolean next() {
        while (!inKey || !merge.nextValue()) {
            inKey = nextKeyInRange();
            if (!inKey) {
                return false;
            }
        }
        return true;
    }

    /** The current key is in {@code key()[0, keyLength())}, until the next tuple. */
    byte[] key() {
        return merge.key();
    }

    int keyLength() {
        return merge.keyLength();
    }

    byte[] valueArray() {
        return merge.valueArray();
    }

    int valueOffset() {
        return merge.valueOffset();
    }

    int valueLength() {
        return merge.valueLength();
    }

    @Override
    public void close() {
        merge.close();
    }

    /** Blocks at the edges of the range hold keys outside of it. */
    private boolean nextKeyInRange() {
        do {
            if (!merge.nextKey()) {
                return false;
            }
        } while (range.beginsBehind(merge.key(), merge.keyLength()));
        return !range.endsBefore(merge.key(), merge.keyLength());
    }
}
