package org.sss.net.control;

import java.util.List;
import org.sss.net.peer.Role;
import org.sss.net.rpc.ImmutableMessage;
import org.sss.net.rpc.Nullable;
import org.sss.net.rpc.PropertyOrder;
import org.sss.net.rpc.Unwrapped;
import org.sss.net.rpc.Verb;

/**
 * Verbs of a data server. Requests and answers are JSON; blocks and point reads are binary.
 *
 * <pre>
 *   put     stream: header {@link Put}; each data frame is u32 subgroup, u32 sequence, one block; blocks of one
 *           (subgroup, sequence) make up one run, in order; trailer empty. The answer's trailer is {@link Stored}, sent when
 *           the server has received all blocks, in memory or in files. Nothing is visible yet.
 *   create  {@link Create}: clients may put into the group until it is committed or dropped
 *   commit  {@link Commit} -> {@link CommittedPart}: seals the runs of those attempts, durably; all other attempts of the group
 *           that are still open or finished are dropped. A repeated request for the same attempts returns the same
 *           answer. Runs may be merged: tuples and dataBytes are those of the put streams, blocks, storedBytes and runs
 *           may differ.
 *   clone   {@link Clone} -> {@link CommittedPart}: commits a new group of hard links to the segments of another one, durably,
 *           or of copies if it is not in files of its own; a repeated request returns the same answer
 *   abort   {@link Abort}: drops the runs of one attempt.
 *   scan    stream: header {@link Scan}; answers with one block per data frame, or several if the header requests it,
 *           signs of life ({@link #SIGN_OF_LIFE_BYTES}) before the first one, trailer {@link Scanned}, which the client
 *           compares with the sums over the headers of the received blocks
 *   get     stream: values of single keys; header, frames and trailer are defined by {@link org.sss.net.data.GetFormat}
 *   sample  {@link Sample} -> {@link Sampled}: keys of the group, in proportion to the tuples of each key range
 *   drop    {@link Drop}: unlinks groups. Unknown ids are ignored.
 *   stat    {@link Stat} -> {@link GroupStat}
 *   list    -> {@link StoredGroups}
 *   check   {@link Check} -> {@link Checked}: which of these groups the node no longer has as it committed them
 *   describe  {@link Describe} -> {@link DescribedParts}: what the node has committed of each group, and descriptions
 *   fetch   stream: header {@link Fetch}; the first data frame is {@link Fetched}, then follow the bytes of the files that it
 *           lists, one after another; trailer empty
 *   replicate  stream: header {@link Replicate}: the node fetches these subgroups from others and commits them. Its data
 *           frames are signs of life, u64 bytes fetched so far; the trailer is {@link CommittedPart} of all that it has of
 *           the group. A repeated request fetches only what is missing
 *   forget  {@link Forget} -> {@link CommittedPart}: deletes the subgroups of the group that are not named
 *   pull    stream: header {@link ShufflePull}, from a node to another one; the blocks for the asking node as data frames,
 *           as the shuffle method defines them; empty trailer
 * </pre>
 */
public final class DataVerbs {
    public static final Verb PUT = Verb.ofGroups("data.put", Role.WRITE);
    public static final Verb CREATE = Verb.of("data.create", Role.NODE);
    public static final Verb COMMIT = Verb.of("data.commit", Role.NODE);
    public static final Verb CLONE = Verb.of("data.clone", Role.NODE);
    public static final Verb ABORT = Verb.of("data.abort", Role.NODE);
    public static final Verb SCAN = Verb.ofGroups("data.scan", Role.READ);
    public static final Verb GET = Verb.ofGroups("data.get", Role.READ);
    public static final Verb SAMPLE = Verb.ofGroups("data.sample", Role.READ);
    public static final Verb DROP = Verb.of("data.drop", Role.NODE);
    public static final Verb STAT = Verb.ofGroups("data.stat", Role.READ);
    public static final Verb LIST = Verb.of("data.list", Role.NODE);
    public static final Verb CHECK = Verb.of("data.check", Role.NODE);
    public static final Verb DESCRIBE = Verb.of("data.describe", Role.NODE);
    public static final Verb FETCH = Verb.of("data.fetch", Role.NODE);
    public static final Verb REPLICATE = Verb.of("data.replicate", Role.NODE);
    public static final Verb FORGET = Verb.of("data.forget", Role.NODE);
    public static final Verb PULL = Verb.of("data.pull", Role.NODE);
    /**
     * A data frame of a scan with this length is not a block but a sign of life: the data server is still preparing the
     * first block, which may take longer than the block timeout of the client.
     */
    public static final int SIGN_OF_LIFE_BYTES = 1;
    /** Bytes before the block in a data frame of a put stream: u32 subgroup, u32 sequence. */
    public static final int PUT_FRAME_HEADER_BYTES = 8;

    private DataVerbs() {}

    /**
     * @param temporary the group need not survive the process: it is not synced, and stays in memory while memory is
     *     free
     * @param packed the sender has written its blocks with {@link org.sss.net.block.RunWriter} and forwards them
     *     unchanged. A data server in the same process then trusts their headers; all others check every block in any
     *     case.
     * @param inMemory the group is in memory while memory is free, whatever the layout is, and else in files; like a
     *     temporary group it need not survive the process, but its runs are merged, as it may be read often
     * @param memoryOnly what does not fit into memory fails instead of being written to a file
     * @param identity of the group, as in every message about a group: if the data server has another group of this
     *     number, CORRUPT
     * @param created refused unless the coordinator has created the group for clients and it was not yet committed or
     *     dropped; without it, nodes and programs of a cluster without security may write a group that is new
     */
    public record Put(
            long group,
            AttemptId attempt,
            boolean temporary,
            boolean packed,
            String identity,
            boolean inMemory,
            boolean memoryOnly,
            boolean created)
            implements ImmutableMessage {
        public Put {
            identity = GroupKey.identityOrNone(identity);
        }

        /** For blocks of any origin. */
        public Put(GroupKey group, AttemptId attempt, boolean temporary) {
            this(group, attempt, temporary, false);
        }

        public Put(GroupKey group, AttemptId attempt, boolean temporary, boolean packed) {
            this(group.id(), attempt, temporary, packed, group.identity(), false, false, false);
        }

        /** Returns the same for a group that is in memory, or not. */
        public Put inMemory(boolean memory) {
            return new Put(group, attempt, temporary, packed, identity, memory, memoryOnly, created);
        }

        /** Returns the same for a group that must not be written to files, or may be. */
        public Put memoryOnly(boolean only) {
            return new Put(group, attempt, temporary, packed, identity, inMemory, only, created);
        }

        /** Returns the same for a group that the coordinator has created for clients. */
        public Put ofClient() {
            return new Put(group, attempt, temporary, packed, identity, inMemory, memoryOnly, true);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record Stored(long tuples, long dataBytes, long storedBytes, long blocks, int runs)
            implements ImmutableMessage {
        public static final Stored NONE = new Stored(0, 0, 0, 0, 0);

        public Stored plus(Stored o) {
            return new Stored(
                    tuples + o.tuples,
                    dataBytes + o.dataBytes,
                    storedBytes + o.storedBytes,
                    blocks + o.blocks,
                    runs + o.runs);
        }
    }

    /**
     * What a node has committed of a group.
     *
     * @param subgroups of all commits of the group there; null from an earlier version
     */
    public record CommittedPart(
            @Unwrapped Stored stored, @Nullable SubgroupTuples subgroups) implements ImmutableMessage {}

    /**
     * @param description stored with the tuples; null when unknown
     * @param epoch       of the coordinator, see {@link ClusterMap}; 0 if unknown
     */
    public record Commit(
            long group,
            List<AttemptId> attempts,
            String identity,
            @Nullable GroupDescription description,
            long epoch) implements ImmutableMessage {
        public Commit {
            attempts = List.copyOf(attempts);
            identity = GroupKey.identityOrNone(identity);
        }

        public Commit(long group, List<AttemptId> attempts, String identity, GroupDescription description) {
            this(group, attempts, identity, description, 0);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    /**
     * @param description of the new group, stored with the tuples
     * @param epoch       of the coordinator, see {@link ClusterMap}; 0 if unknown
     */
    public record Clone(GroupKey source, GroupKey target, GroupDescription description, long epoch)
            implements ImmutableMessage {
        public Clone(GroupKey source, GroupKey target, GroupDescription description) {
            this(source, target, description, 0);
        }
    }

    /** @param epoch of the coordinator, see {@link ClusterMap}; 0 if unknown */
    public record Abort(long group, AttemptId attempt, long epoch) {
        public Abort(long group, AttemptId attempt) {
            this(group, attempt, 0);
        }
    }

    /** Which side compares the checksums of the blocks of a scan, besides the client, which compares all. */
    public enum Checks {
        /** The client only: the server may send blocks unchecked. */
        CLIENT,
        /** The server too, each block during this scan: for a client that has found damage and wants to locate it. */
        BOTH
    }

    /**
     * @param onNode   how many tuples the node has committed in all subgroups of the group: a node with another number
     *     answers CORRUPT. Null if unknown, or if {@code expected} is known
     * @param expected how many tuples the node has committed in this subgroup: a node with another number answers
     *     CORRUPT. Null if unknown, as of a group that an earlier version has written
     */
    @PropertyOrder({
        "group",
        "subgroup",
        "ordered",
        "from",
        "to",
        "frameBytes",
        "checks",
        "mergeBytes",
        "identity",
        "onNode",
        "expected"
    })
    public record Scan(
            long group,
            int subgroup,
            @Unwrapped Range range,
            @Unwrapped ScanForm form,
            String identity,
            @Nullable Long onNode,
            @Nullable Long expected) {
        public Scan {
            identity = GroupKey.identityOrNone(identity);
        }

        /** For a group without identity. */
        public Scan(
                long group, int subgroup, boolean ordered, byte[] from, byte[] to, Integer frameBytes, Checks checks) {
            this(
                    group,
                    subgroup,
                    new Range(from, to),
                    new ScanForm(ordered, frameBytes, checks, null),
                    null,
                    null,
                    null);
        }

        /** For a group without identity. */
        public Scan(long group, int subgroup, boolean ordered, byte[] from, byte[] to, Integer frameBytes) {
            this(group, subgroup, ordered, from, to, frameBytes, null);
        }

        /** For a group without identity, with one block per frame. */
        public Scan(long group, int subgroup, boolean ordered, byte[] from, byte[] to) {
            this(group, subgroup, ordered, from, to, null);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    /**
     * A range of keys. Blocks at the edges may contain tuples outside of it.
     *
     * @param from first key, or null
     * @param to   end of the range, exclusive, or null
     */
    public record Range(@Nullable byte[] from, @Nullable byte[] to) {}

    /**
     * How blocks are sent.
     *
     * @param ordered    whether blocks come merged in key order; otherwise run after run
     * @param frameBytes data frames may have several blocks each, as {@link org.sss.net.data.BlockBatch} defines them,
     *     up to about this many bytes; null for one block per frame
     * @param checks     null if the server shall compare the checksums of blocks that it did not compare recently
     * @param mergeBytes for an ordered scan: the client merges runs whose blocks come in the order of their first keys,
     *     as {@link org.sss.net.data.RunBatch} defines, if one block of each run together has about this many bytes;
     *     null if it does not
     */
    public record ScanForm(
            boolean ordered,
            @Nullable Integer frameBytes,
            @Nullable Checks checks,
            @Nullable Integer mergeBytes) {}

    /**
     * @param blocks    number of blocks sent
     * @param tuples    that were committed; of a range, those that end in these blocks
     * @param dataBytes bytes of keys and values of these tuples, or null if the server has sent a range without reading
     *     it
     */
    public record Scanned(
            long blocks, long tuples, @Nullable Long dataBytes) {}

    /**
     * @param everyBlocks one in this many blocks is read, starting with the first
     * @param everyTuples one key in this many tuples of these blocks is returned
     */
    public record Sample(long group, long everyBlocks, long everyTuples, String identity) {
        public Sample {
            identity = GroupKey.identityOrNone(identity);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record Sampled(List<byte[]> keys) {}

    /** @param epoch of the coordinator, see {@link ClusterMap}; 0 if unknown */
    public record Create(GroupKey group, long epoch) implements ImmutableMessage {
        public Create(GroupKey group) {
            this(group, 0);
        }
    }

    /** @param epoch of the coordinator, see {@link ClusterMap}; 0 if unknown */
    public record Drop(List<GroupKey> groups, long epoch) implements ImmutableMessage {
        public Drop {
            groups = List.copyOf(groups);
        }

        public Drop(List<GroupKey> groups) {
            this(groups, 0);
        }
    }

    public record Stat(long group, String identity) {
        public Stat {
            identity = GroupKey.identityOrNone(identity);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record SubgroupStat(
            int subgroup,
            long tuples,
            long dataBytes,
            long storedBytes,
            long blocks,
            int runs,
            int segments,
            long fileBytes) {}

    public record GroupStat(long group, List<SubgroupStat> subgroups) {}

    /** Groups of which the node has received data, committed or not. */
    public record StoredGroups(List<StoredGroup> groups) {}

    /**
     * @param identity  null if it cannot be read because commit files are damaged
     * @param committed whether the node has committed any of it
     * @param temporary as in {@link GroupDescription}
     */
    public record StoredGroup(long id, @Nullable String identity, boolean committed, boolean temporary) {}

    /**
     * @param tuples    that the node has committed of the group
     * @param subgroups that the node must have, with their tuples, whatever else it has; null if only {@code tuples} is
     *     compared
     */
    public record Expected(
            long group,
            long tuples,
            String identity,
            @Nullable SubgroupTuples subgroups) {
        public Expected {
            identity = GroupKey.identityOrNone(identity);
        }

        public Expected(long group, long tuples, String identity) {
            this(group, tuples, identity, null);
        }

        public GroupKey key() {
            return new GroupKey(group, identity);
        }
    }

    public record Check(List<Expected> groups) {}

    /**
     * A group of which the node no longer has what it committed.
     *
     * @param found     number of tuples that the node has; if the request named subgroups, in these
     * @param inMemory  the missing ones were stored in memory when the data server ended
     * @param why       details, or null
     * @param subgroups those that the node does not have as they were committed; null unless the request named
     *     subgroups
     */
    public record Missing(
            long group,
            long found,
            boolean inMemory,
            @Nullable String why,
            @Nullable List<Integer> subgroups) {
        public Missing(long group, long found, boolean inMemory, String why) {
            this(group, found, inMemory, why, null);
        }
    }

    public record Checked(List<Missing> missing) {}

    public record Describe(List<GroupKey> groups) {}

    /**
     * What a node has committed of a group.
     *
     * @param subgroups   null from an earlier version
     * @param description null when unknown
     * @param damage      why the node cannot use it, or null
     */
    public record DescribedPart(
            long tuples,
            long dataBytes,
            long storedBytes,
            @Nullable SubgroupTuples subgroups,
            @Nullable GroupDescription description,
            @Nullable String damage) {
        /** For a group of which the node has committed nothing. */
        public static final DescribedPart NOTHING = new DescribedPart(0, 0, 0, SubgroupTuples.NONE, null, null);

        /** Returns true if the node has nothing of the group. */
        public boolean holdsNothing() {
            return tuples == 0 && dataBytes == 0 && storedBytes == 0 && description == null && damage == null;
        }
    }

    /** @param parts in the order of the requested groups */
    public record DescribedParts(List<DescribedPart> parts) {}

    /** A node of which nothing is committed is no error: its answer lists no segment of it. */
    public record Fetch(GroupKey group, List<Integer> subgroups) {
        public Fetch {
            subgroups = List.copyOf(subgroups);
        }
    }

    /**
     * A committed segment of one subgroup, in a file of its own.
     *
     * @param number    of the segment in its manifest
     * @param fileBytes that follow
     * @param digest    of all of its blocks; null if an earlier version has written it
     */
    public record FetchedSegment(
            int subgroup,
            int number,
            Stored stored,
            long fileBytes,
            @Nullable Long digest) {}

    /**
     * What a node sends of a group.
     *
     * @param writer      whose number and identity the segments have
     * @param description stored with the tuples; null when unknown
     * @param segments    in the order of their bytes
     */
    public record Fetched(GroupKey writer, @Nullable GroupDescription description, List<FetchedSegment> segments) {
        public Fetched {
            segments = List.copyOf(segments);
        }
    }

    /** A node that has copies of these subgroups. */
    public record CopySource(NodeInfo node, List<Integer> subgroups) {
        public CopySource {
            subgroups = List.copyOf(subgroups);
        }
    }

    /**
     * @param description    of the group, stored with the tuples; null for that of the source
     * @param expected       tuples of each subgroup of the group; one without tuples is not fetched
     * @param bytesPerSecond maximum rate; 0 for none
     * @param epoch          of the coordinator, see {@link ClusterMap}; 0 if unknown
     */
    public record Replicate(
            GroupKey group,
            @Nullable GroupDescription description,
            List<CopySource> sources,
            SubgroupTuples expected,
            long bytesPerSecond,
            long epoch) {
        public Replicate {
            sources = List.copyOf(sources);
        }
    }

    /**
     * @param keep  subgroups that the node keeps, if it has them
     * @param epoch of the coordinator, see {@link ClusterMap}; 0 if unknown
     */
    public record Forget(GroupKey group, List<Integer> keep, long epoch) {
        public Forget {
            keep = List.copyOf(keep);
        }
    }
}
