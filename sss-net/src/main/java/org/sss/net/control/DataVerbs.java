package org.sss.net.control;

import java.util.List;
import org.sss.net.rpc.Nullable;

/**
 * What a data server understands. Requests and answers are JSON, blocks and point reads are binary.
 *
 * <pre>
 *   put     stream: header {@link Put}; each data frame is u32 subgroup, u32 sequence, one block; blocks of one
 *           (subgroup, sequence) make up one run, in order; trailer empty. The answer's trailer is {@link Stored}, sent when
 *           the server has taken all blocks, in memory or in files. Nothing is visible yet.
 *   commit  {@link Commit} -> {@link Stored}: seals the runs of those attempts, durably; all other attempts of the group
 *           that are still open or finished are dropped. Asking again for the same attempts gives the same answer. Runs may
 *           be merged: tuples and dataBytes are those of the put streams, blocks, storedBytes and runs may be others.
 *   clone   {@link Clone} -> {@link Stored}: commits a new group of hard links to the segments of another one, durably; asking again
 *           gives the same answer
 *   abort   {@link Abort}: drops the runs of one attempt.
 *   scan    stream: header {@link Scan}; answers with one block per data frame, or several if the
 *           header says so, signs of life ({@link #SIGN_OF_LIFE_BYTES}) before the first one, trailer {@link Scanned},
 *           which the client compares with what the headers of the blocks say that came
 *   get     stream: values of single keys; header, frames and trailer as {@link org.sss.net.data.GetFormat} draws them
 *   sample  {@link Sample} -> {@link Sampled}: some keys of the group, so many as there are tuples around them
 *   drop    {@link Drop}: unlinks groups. Unknown ids are no error.
 *   stat    {@link Stat} -> {@link GroupStat}
 *   list    -> {@link StoredGroups}
 *   check   {@link Check} -> {@link Checked}: which of some groups the node does not have as they were committed
 *   describe  {@link Describe} -> {@link DescribedParts}: what the node has committed of some groups, and what they are
 * </pre>
 */
public final class DataVerbs {
    public static final String PUT = "data.put";
    public static final String COMMIT = "data.commit";
    public static final String CLONE = "data.clone";
    public static final String ABORT = "data.abort";
    public static final String SCAN = "data.scan";
    public static final String GET = "data.get";
    public static final String SAMPLE = "data.sample";
    public static final String DROP = "data.drop";
    public static final String STAT = "data.stat";
    public static final String LIST = "data.list";
    public static final String CHECK = "data.check";
    public static final String DESCRIBE = "data.describe";
    /**
     * A data frame of a scan that is as short is not a block: the data server is at work on what comes before the first block, which
     * may take longer than its client would wait for a block.
     */
    public static final int SIGN_OF_LIFE_BYTES = 1;
    /** Bytes before the block in a data frame of a put stream: u32 subgroup, u32 sequence. */
    public static final int PUT_FRAME_HEADER_BYTES = 8;

    private DataVerbs() {
    }

    /**
     * @param temporary the group need not survive the process: it is not synced, and stays in memory while there is room
     * @param packed    the sender has made its blocks with {@link org.sss.net.block.RunWriter}, and hands them on unchanged. A data
     *     server in the same process then believes their headers; all others check every block, whatever this says.
     * @param identity  of the group, as in every message about one: where the data server has another group of this number, CORRUPT
     */
    public record Put(long group, AttemptId attempt, boolean temporary, boolean packed, String identity) {
        public Put {
            identity = GroupKey.identityOrNone(identity);
        }

        /** Of blocks from anywhere. */
        public Put(GroupKey group, AttemptId attempt, boolean temporary) {
            this(group, attempt, temporary, false);
        }

        public Put(GroupKey group, AttemptId attempt, boolean temporary, boolean packed) {
            this(group.id(), attempt, temporary, packed, group.identity());
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record Stored(long tuples, long dataBytes, long storedBytes, long blocks, int runs) {
        public static final Stored NONE = new Stored(0, 0, 0, 0, 0);

        public Stored plus(Stored o) {
            return new Stored(tuples + o.tuples, dataBytes + o.dataBytes, storedBytes + o.storedBytes, blocks + o.blocks,
                    runs + o.runs);
        }
    }

    /** @param description kept beside the tuples; null when nothing is known */
    public record Commit(long group, List<AttemptId> attempts, String identity, @Nullable GroupDescription description) {
        public Commit {
            identity = GroupKey.identityOrNone(identity);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    /** @param description of the new group, which is kept beside the tuples */
    public record Clone(GroupKey source, GroupKey target, GroupDescription description) {
    }

    public record Abort(long group, AttemptId attempt) {
    }

    /** Who compares the checksums of the blocks of a scan, beside the client, who compares all. */
    public enum Checks {
        /** The client alone: the server may send blocks that it has not looked at. */
        CLIENT,
        /** The server too, each one at this very scan: for a client that has found damage and wants to know where. */
        BOTH
    }

    /**
     * @param ordered whether blocks come merged in key order, else run after run
     * @param from    first key, or null
     * @param to      end of the range, exclusive, or null. Blocks at the edges may hold tuples outside the range.
     * @param frameBytes data frames may have several blocks each, as {@link org.sss.net.data.BlockBatch} draws them, up to about
     *     so many bytes; null for one block in each
     * @param checks null if the server is to compare the checksums of those blocks that it did not compare lately
     * @param mergeBytes of an ordered scan: the client merges runs whose blocks come in the order of their first keys, as
     *     {@link org.sss.net.data.RunBatch} draws them, if a block of each run is about so many bytes together; null if it does not
     * @param onNode how many tuples the node has committed of all subgroups of the group together: one that has others answers CORRUPT.
     *     Null if that is not known
     */
    public record Scan(long group, int subgroup, boolean ordered, @Nullable byte[] from, @Nullable byte[] to,
            @Nullable Integer frameBytes, @Nullable Checks checks, @Nullable Integer mergeBytes, String identity,
            @Nullable Long onNode) {
        public Scan {
            identity = GroupKey.identityOrNone(identity);
        }

        /** Of a group of which nobody says where its tuples are. */
        public Scan(long group, int subgroup, boolean ordered, byte[] from, byte[] to, Integer frameBytes, Checks checks,
                Integer mergeBytes, String identity) {
            this(group, subgroup, ordered, from, to, frameBytes, checks, mergeBytes, identity, null);
        }

        /** Of a group without identity. */
        public Scan(long group, int subgroup, boolean ordered, byte[] from, byte[] to, Integer frameBytes, Checks checks) {
            this(group, subgroup, ordered, from, to, frameBytes, checks, null, null);
        }

        /** Of a group without identity. */
        public Scan(long group, int subgroup, boolean ordered, byte[] from, byte[] to, Integer frameBytes) {
            this(group, subgroup, ordered, from, to, frameBytes, null);
        }

        /** Of a group without identity, with one block in each frame. */
        public Scan(long group, int subgroup, boolean ordered, byte[] from, byte[] to) {
            this(group, subgroup, ordered, from, to, null);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    /**
     * @param blocks    that were sent
     * @param tuples    that were committed; of a range, that end in these blocks
     * @param dataBytes bytes of keys and values of these tuples, or null when the server has sent a range without looking at it
     */
    public record Scanned(long blocks, long tuples, @Nullable Long dataBytes) {
    }

    /**
     * @param everyBlocks of so many blocks one is looked at, the first one too
     * @param everyTuples of so many tuples in these blocks the key of one is taken
     */
    public record Sample(long group, long everyBlocks, long everyTuples, String identity) {
        public Sample {
            identity = GroupKey.identityOrNone(identity);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record Sampled(List<byte[]> keys) {
    }

    public record Drop(List<GroupKey> groups) {
    }

    public record Stat(long group, String identity) {
        public Stat {
            identity = GroupKey.identityOrNone(identity);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record SubgroupStat(int subgroup, long tuples, long dataBytes, long storedBytes, long blocks, int runs,
            int segments, long fileBytes) {
    }

    public record GroupStat(long group, List<SubgroupStat> subgroups) {
    }

    /** Groups of which something was sent to the node, committed or not. */
    public record StoredGroups(List<StoredGroup> groups) {
    }

    /**
     * @param identity  null when it cannot be read, since commit files are damaged
     * @param committed whether anything of it was committed on the node
     * @param temporary as {@link GroupDescription} says
     */
    public record StoredGroup(long id, @Nullable String identity, boolean committed, boolean temporary) {
    }

    /** @param tuples that the node has committed of it */
    public record Expected(long group, long tuples, String identity) {
        public Expected {
            identity = GroupKey.identityOrNone(identity);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record Check(List<Expected> groups) {
    }

    /**
     * A group of which the node does not have what it has committed.
     *
     * @param found    tuples that are there
     * @param inMemory the others were kept in memory when the data server ended
     * @param why      more about it, or null
     */
    public record Missing(long group, long found, boolean inMemory, @Nullable String why) {
    }

    public record Checked(List<Missing> missing) {
    }

    public record Describe(List<GroupKey> groups) {
    }

    /**
     * What a node has committed of a group.
     *
     * @param description null when nothing is known
     * @param damage      why it cannot be used, or null
     */
    public record DescribedPart(long tuples, long dataBytes, long storedBytes, @Nullable GroupDescription description,
            @Nullable String damage) {
        /** Of a group of which nothing was committed on the node. */
        public static final DescribedPart NOTHING = new DescribedPart(0, 0, 0, null, null);

        /** Whether nothing of the group is on the node. */
        public boolean holdsNothing() {
            return equals(NOTHING);
        }
    }

    /** @param parts in the order in which the groups were asked for */
    public record DescribedParts(List<DescribedPart> parts) {
    }
}
