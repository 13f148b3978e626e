package org.sss.client.link;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongConsumer;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.sss.api.SssException;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyHash;
import org.sss.net.block.KeyRange;
import org.sss.net.block.TupleMerge;
import org.sss.net.block.WalkError;
import org.sss.net.control.GroupInfo;
import org.sss.net.data.BlockBatch;
import org.sss.net.data.RemoteSource;

/**
 * Encoded tuples of one group within a range of keys, merged over subgroups. The runs of a subgroup are merged before,
 * so each subgroup is one sorted sequence here. One thread at a time. Buffers a window of blocks per subgroup, until it
 * ends, fails or is closed. Checks at its end that no tuples of the group are lost.
 */
public final class TupleStream implements AutoCloseable {
    /** Memory for merging runs, over all subgroups: a 32nd of the heap, but at least as much as a small heap allows. */
    private static final int MERGE_BYTES =
            (int) Math.max(32 << 20, Math.min(128 << 20, Runtime.getRuntime().maxMemory() / 32));
    /** Memory for the current frames of all subgroups. */
    private static final int FRAMES_BYTES = 32 << 20;

    private static final int MIN_FRAME_BYTES = 32 << 10;

    private final TupleMerge merge;
    private final KeyRange range;
    private final LongConsumer atEnd;
    private final UnaryOperator<SssException> explain;
    private final WalkError incomplete = new WalkError();
    private long tuples;
    private boolean ended;
    private long walked;

    /** @param atEnd receives the number of tuples at the end */
    TupleStream(TupleMerge merge, KeyRange range, LongConsumer atEnd) {
        this(merge, range, atEnd, e -> e);
    }

    /** @param explain maps exceptions of the data servers to those that are thrown */
    private TupleStream(TupleMerge merge, KeyRange range, LongConsumer atEnd, UnaryOperator<SssException> explain) {
        this.explain = explain;
        this.merge = merge;
        this.range = range;
        this.atEnd = atEnd;
    }

    public static TupleStream ofGroup(ClusterLink link, GroupInfo group, KeyRange range) {
        return ofPart(link, group, range, 0, 1);
    }

    /** Only the subgroups {@code s} with {@code s mod parts == part}. */
    public static TupleStream ofPart(ClusterLink link, GroupInfo group, KeyRange range, int part, int parts) {
        int[] subgroups = IntStream.range(0, link.map().subgroupCount())
                .filter(s -> s % parts == part)
                .toArray();
        boolean whole = parts == 1 && range.isAll();
        return of(link, group, subgroups, range, tuples -> {
            if (whole) {
                GroupFiles.checkCount(link, group, tuples);
            } else if (subgroups.length > 0) { // with more parts than subgroups, some parts are empty
                GroupFiles.checkAll(link, group);
            }
        });
    }

    /** All values of one key, in any subgroup. */
    public static TupleStream ofKey(ClusterLink link, GroupInfo group, byte[] key) {
        KeyRange range = KeyRange.only(key);
        if (!group.hashed()) {
            return ofGroup(link, group, range);
        }
        int subgroup =
                KeyHash.subgroup(KeyHash.hash64(key, 0, key.length), link.map().subgroupCount());
        return of(link, group, new int[] {subgroup}, range, tuples -> {
            if (tuples == 0) { // the node may have lost the group
                GroupFiles.checkSubgroup(link, group, subgroup);
            }
        });
    }

    /** All values of a key in one subgroup, which is known to exist. */
    public static TupleStream ofKey(ClusterLink link, GroupInfo group, int subgroup, byte[] key) {
        return of(link, group, new int[] {subgroup}, KeyRange.only(key), tuples -> {});
    }

    private static TupleStream of(
            ClusterLink link, GroupInfo group, int[] subgroups, KeyRange range, LongConsumer atEnd) {
        RemoteSource remote = new RemoteSource(link::connection, link.holders(group), ClusterLink.CALL_TIMEOUT, group);
        List<BlockSource> sources = new ArrayList<>();
        int mergeBytes = MERGE_BYTES / Math.max(1, subgroups.length);
        int frameBytes = Math.max(
                MIN_FRAME_BYTES, Math.min(BlockBatch.FRAME_BYTES, FRAMES_BYTES / Math.max(1, subgroups.length)));
        try {
            for (int subgroup : subgroups) {
                sources.add(
                        remote.patientRange(group.id(), subgroup, range.from(), range.to(), mergeBytes, frameBytes));
            }
        } catch (RuntimeException e) {
            sources.forEach(BlockSource::close);
            throw e;
        }
        return new TupleStream(new TupleMerge(sources), range, atEnd, e -> GroupFiles.explained(link, group, e));
    }

    /**
     * Moves to the next tuple. Returns false at the end.
     *
     * @throws org.sss.api.SssException CORRUPT at the end if files of the group are missing; a failed stream throws it
     *     at each call
     */
    public boolean next() {
        walked++;
        if (ended || !nextOfMerge() || !isInRange()) {
            end();
            return false;
        }
        tuples++;
        return true;
    }

    private boolean nextOfMerge() {
        try {
            return merge.next();
        } catch (SssException e) {
            merge.close(); // before questions to the nodes
            throw explain.apply(e);
        } catch (RuntimeException | Error e) {
            merge.close();
            throw e;
        }
    }

    private void end() {
        incomplete.check();
        if (!ended) {
            ended = true;
            merge.close();
            try {
                atEnd.accept(tuples);
            } catch (RuntimeException | Error e) {
                incomplete.record(e);
                throw e;
            }
        }
    }

    /** The current key is in {@code keyArray()[keyOffset(), + keyLength())}, until the next tuple. */
    public byte[] keyArray() {
        return merge.keyArray();
    }

    public int keyOffset() {
        return merge.keyOffset();
    }

    public int keyLength() {
        return merge.keyLength();
    }

    public byte[] valueArray() {
        return merge.valueArray();
    }

    public int valueOffset() {
        return merge.valueOffset();
    }

    public int valueLength() {
        return merge.valueLength();
    }

    /** Returns the number of calls of {@link #next}. */
    long walked() {
        return walked;
    }

    /** As {@link TupleMerge#nextPiece}. */
    boolean nextPiece() {
        return merge.nextPiece();
    }

    byte[] pieceArray() {
        return merge.pieceArray();
    }

    int pieceOffset() {
        return merge.pieceOffset();
    }

    int pieceLength() {
        return merge.pieceLength();
    }

    @Override
    public void close() {
        merge.close();
    }

    /** The last blocks also have keys after the range. */
    private boolean isInRange() {
        return range.to() == null || !merge.mayBeNewKey() || !range.endsBefore(keyArray(), keyOffset(), keyLength());
    }
}
