package org.sss.net.data;

import java.time.Duration;
import java.util.List;
import java.util.function.Function;
import org.sss.api.SssException;
import org.sss.net.block.BlockPosition;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.ScanPosition;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;
import org.sss.net.transport.Connection;
import org.sss.net.transport.NodeAddress;

/**
 * Reads subgroups from their holders. Buffers at most a stream's window (1 MiB) of blocks per source, and a block of
 * each run if it merges. Thread-safe; each source that it returns belongs to one thread, which closes it.
 */
public final class RemoteSource implements SubgroupSource {
    /** Enough for about 200 runs. */
    private static final int MERGE_BYTES = 8 << 20;

    private final Function<NodeAddress, Connection> connections;
    private final GroupHolders holders;
    private final Duration blockTimeout;
    private final String name;
    private final String identity;
    /** Tuples of the one group that is read: each node and subgroup that has others answers with an error. */
    private final Expected expected;

    /**
     * What was committed.
     *
     * @param bySubgroup null if unknown
     * @param byNode     by node id; empty if unknown, or if nodes have copies
     */
    private record Expected(long[] bySubgroup, List<Long> byNode) {
        private static final Expected UNKNOWN = new Expected(null, List.of());

        private static Expected of(GroupInfo group) {
            if (group.subgroups() != null) {
                return new Expected(group.subgroups().all(), List.of());
            }
            return group.placement() == null ? new Expected(null, group.nodeTuples()) : UNKNOWN;
        }

        private Long on(NodeInfo node) {
            return node.id() < byNode.size() ? byNode.get(node.id()) : null;
        }

        private Long in(int subgroup) {
            return bySubgroup == null ? null : subgroup < bySubgroup.length ? bySubgroup[subgroup] : 0L;
        }
    }

    /** How a range of keys is read. */
    private record Form(boolean ordered, int mergeBytes, int frameBytes) {
        private DataVerbs.ScanForm ofScan() {
            return new DataVerbs.ScanForm(ordered, frameBytes, Checks.CLIENT, ordered ? mergeBytes : null);
        }
    }

    /**
     * For groups that are written now.
     *
     * @param connections  returns an open connection to a data server, which it still owns
     * @param blockTimeout how long to wait for one block
     */
    public RemoteSource(Function<NodeAddress, Connection> connections, ClusterMap cluster, Duration blockTimeout) {
        this(connections, cluster, blockTimeout, null, null);
    }

    /**
     * For one group only, which is at its owners.
     *
     * @param name for error messages, or null
     */
    public RemoteSource(
            Function<NodeAddress, Connection> connections,
            ClusterMap cluster,
            Duration blockTimeout,
            String name,
            String identity) {
        this(connections, GroupHolders.owners(cluster), blockTimeout, name, identity, Expected.UNKNOWN);
    }

    /**
     * For this group only. If a holder of a subgroup fails, or has lost tuples of it, or never had them, the next one
     * is asked; if there is none, the source throws the error.
     */
    public RemoteSource(
            Function<NodeAddress, Connection> connections,
            GroupHolders holders,
            Duration blockTimeout,
            GroupInfo group) {
        this(connections, holders, blockTimeout, group.name(), group.identity(), Expected.of(group));
    }

    /** For extents of a group that a node has of subgroups that it does not own. */
    public RemoteSource(
            Function<NodeAddress, Connection> connections, Duration blockTimeout, GroupKey group, NodeInfo holder) {
        this(connections, GroupHolders.only(holder), blockTimeout, null, group.identity(), Expected.UNKNOWN);
    }

    private RemoteSource(
            Function<NodeAddress, Connection> connections,
            GroupHolders holders,
            Duration blockTimeout,
            String name,
            String identity,
            Expected expected) {
        this.connections = connections;
        this.holders = holders;
        this.blockTimeout = blockTimeout;
        this.name = name;
        this.identity = identity;
        this.expected = expected;
    }

    /**
     * Reads all blocks of a subgroup.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#CORRUPT} if one is damaged or missing; others if it cannot be
     *     read
     */
    public void verify(long group, int subgroup) {
        try (BlockSource blocks = blocks(group, subgroup)) {
            BlockReader reader = new BlockReader();
            boolean isMore = true;
            while (isMore) {
                isMore = blocks.next(reader);
            }
        }
    }

    @Override
    public BlockSource blocks(long group, int subgroup) {
        return range(group, subgroup, false, null, null);
    }

    @Override
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        return List.of(range(group, subgroup, true, from, to));
    }

    /**
     * Returns blocks with all tuples with keys in {@code [from, to)}; the first and last block may hold others.
     *
     * @param ordered whether blocks come merged in key order, otherwise run after run
     * @param from    first key, or null for the start
     * @param to      end of the range, exclusive, or null for the end
     * @throws SssException if the request cannot be sent; later errors are thrown by the source
     */
    public BlockSource range(long group, int subgroup, boolean ordered, byte[] from, byte[] to) {
        return range(group, subgroup, ordered, from, to, MERGE_BYTES, BlockBatch.FRAME_BYTES);
    }

    /**
     * As {@link #range(long, int, boolean, byte[], byte[])}.
     *
     * @param mergeBytes approximate limit of the memory in which blocks of several runs are merged here; above it their
     *     holder merges
     * @param frameBytes approximate size of frames with several blocks
     */
    public BlockSource range(
            long group, int subgroup, boolean ordered, byte[] from, byte[] to, int mergeBytes, int frameBytes) {
        Form form = new Form(ordered, mergeBytes, frameBytes);
        return holders.isCopied()
                ? continued(group, subgroup, form, from, to)
                : scan(holders.first(subgroup), group, subgroup, form, new DataVerbs.Range(from, to));
    }

    /**
     * As {@link #range(long, int, boolean, byte[], byte[], int, int)} in key order, for a reader that may pause for
     * longer than a data server waits. Each block must be read to its end.
     */
    public BlockSource patientRange(long group, int subgroup, byte[] from, byte[] to, int mergeBytes, int frameBytes) {
        return continued(group, subgroup, new Form(true, mergeBytes, frameBytes), from, to);
    }

    private BlockSource continued(long group, int subgroup, Form form, byte[] from, byte[] to) {
        return new FailoverSource(
                holders,
                subgroup,
                form.ordered() ? new ScanPosition(from) : new BlockPosition(from),
                (holder, start) -> scan(holder, group, subgroup, form, new DataVerbs.Range(start, to)),
                System::nanoTime);
    }

    private BlockSource scan(NodeInfo holder, long group, int subgroup, Form form, DataVerbs.Range range) {
        String what = "reading subgroup " + subgroup + " of " + GroupInfo.described(group, name) + " at "
                + holder.data() + " of " + holder;
        DataVerbs.Scan scan = new DataVerbs.Scan(
                group, subgroup, range, form.ofScan(), identity, expected.on(holder), expected.in(subgroup));
        try {
            DataQueue queue = DataQueue.open(connections.apply(holder.data()), DataVerbs.SCAN, Json.asMessage(scan));
            DamageSearch search = new DamageSearch(() -> connections.apply(holder.data()), scan, blockTimeout);
            return new RemoteBlocks(queue, blockTimeout, what, search);
        } catch (SssException e) {
            throw RemoteBlocks.named(e, what);
        }
    }
}
