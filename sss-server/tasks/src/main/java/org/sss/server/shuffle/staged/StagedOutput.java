package org.sss.server.shuffle.staged;

import io.netty.buffer.ByteBuf;
import java.time.Duration;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.Extent;
import org.sss.net.control.Locations;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.ThreadTimes;
import org.sss.net.data.PutSession;
import org.sss.server.shuffle.files.RelocationFiles;
import org.sss.server.shuffle.meta.MetaBlock;
import org.sss.server.shuffle.meta.MetaCounts;
import org.sss.server.shuffle.method.ShuffleContext;
import org.sss.server.shuffle.method.ShuffleOutput;

/**
 * The output of one attempt for one group. Blocks for this node go to its data server at once; blocks for others wait.
 * After {@link #finish} it belongs to the {@link ExchangeAfterMap} that made it, also if the task is closed.
 *
 * <pre>
 *   send... -> finish -> sendTo(node), awaitStored(node) for each other node -> check
 *       close: if it was not finished, all is discarded
 * </pre>
 *
 * Thread-safe: a task that was abandoned may still send while the shuffle is closed.
 */
public final class StagedOutput implements ShuffleOutput {
    /** Time for a data server to write its queue: some MiB for each stream. */
    private static final Duration STORE_TIMEOUT = Duration.ofMinutes(5);

    private final int self;
    private final Locations locations;
    private final AttemptId attempt;
    private final long group;
    private final boolean memoryOnly;
    private final int output;
    private final boolean stagesOwn;
    private final StagingMemory memory;
    private final PutSession session;
    private final MetaCounts counts;
    /** By node; null if there is nothing for it. */
    private final StagedBlocks[] waiting;
    /** What goes to a file instead of a node. */
    private final StagedBlocks forFile;

    private Stored inFile = Stored.NONE;
    private long tuples;
    private long dataBytes;
    private boolean finished;
    private boolean discarded;

    /**
     * @param output   index among the outputs of the job
     * @param stagesOwn whether the blocks for this node wait too
     */
    StagedOutput(
            ClusterMap cluster,
            int output,
            DataVerbs.Put header,
            ShuffleContext context,
            StagingMemory memory,
            boolean stagesOwn) {
        this.output = output;
        this.stagesOwn = stagesOwn;
        self = context.node();
        locations = cluster.locations();
        attempt = header.attempt();
        group = header.group();
        memoryOnly = header.memoryOnly();
        this.memory = memory;
        session = new PutSession(context.connections(), cluster, header);
        counts = new MetaCounts(output, attempt, cluster.subgroupCount());
        waiting = new StagedBlocks[cluster.nodes().size()];
        forFile = new StagedBlocks(memory, () -> {});
    }

    AttemptId attempt() {
        return attempt;
    }

    @Override
    public synchronized void send(int subgroup, int sequence, byte[] block, int length) {
        checkUsable();
        counts.add(subgroup, block, length);
        int node = locations.owner(subgroup);
        if (node == self && !stagesOwn) {
            session.send(subgroup, sequence, block, length);
            return;
        }
        waitingFor(node).add(subgroup, sequence, block, length);
    }

    /** @throws SssException {@link ErrorCode#TOO_LARGE} if the group must stay in memory */
    private void checkMayWaitInFile() {
        if (memoryOnly) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "node " + self + " has no memory for more blocks of group " + group + " that wait in the shuffle: "
                            + memory.usedBytes() + " bytes of this job wait, and half of data.memory is for blocks that"
                            + " wait. The job refuses files (memory.only): set shuffle.method=direct, which lets none"
                            + " wait, or a larger data.memory, add nodes, or run it without memory.only");
        }
    }

    private StagedBlocks waitingFor(int node) {
        if (waiting[node] == null) {
            waiting[node] = new StagedBlocks(memory, this::checkMayWaitInFile);
        }
        return waiting[node];
    }

    /**
     * Moves blocks that wait for the owners of their subgroups to the queues of the nodes, or the file, that get them
     * instead.
     */
    public synchronized void redirect(Locations relocated) {
        checkUsable();
        if (relocated.isComputed()) {
            return;
        }
        for (int owner = 0; owner < waiting.length; owner++) {
            if (waiting[owner] != null) {
                waiting[owner].redirect(subgroup -> queue(relocated.extent(subgroup, attempt.source())));
            }
        }
    }

    private StagedBlocks queue(Extent extent) {
        return extent.kind() == Extent.Kind.FILE ? forFile : waitingFor(extent.node());
    }

    /** Index among the outputs of the job. */
    public int output() {
        return output;
    }

    /** Writes what goes to a file. */
    public void writeTo(RelocationFiles.Writer file, Runnable moved) {
        Stored before = file.stored();
        file.add(attempt.source(), () -> {
            moved.run();
            return pollForFile();
        });
        Stored now = file.stored();
        synchronized (this) {
            inFile = new Stored(
                    now.tuples() - before.tuples(),
                    now.dataBytes() - before.dataBytes(),
                    now.storedBytes() - before.storedBytes(),
                    now.blocks() - before.blocks(),
                    0);
        }
    }

    private synchronized ByteBuf pollForFile() {
        checkUsable();
        return forFile.poll();
    }

    private void checkUsable() {
        if (discarded) {
            throw new SssException(ErrorCode.CLOSED, "the shuffle of " + attempt + " has ended");
        }
    }

    /** Waits until this node's data server has its blocks; the others are compared by {@link #check}. */
    @Override
    public synchronized void finish(long tupleCount, long byteCount) {
        checkUsable();
        tuples = tupleCount;
        dataBytes = byteCount;
        session.finish(self, STORE_TIMEOUT);
        finished = true;
    }

    @Override
    public synchronized ThreadTimes.Phase waited() {
        return session.waited();
    }

    @Override
    public ShuffleTimes times() {
        return null; // the node reports them
    }

    @Override
    public void close() {
        boolean keep;
        synchronized (this) {
            keep = finished;
        }
        if (!keep) {
            discard();
        }
    }

    /** The sizes of all blocks, those of this node included. */
    synchronized List<MetaBlock> sizes() {
        return counts.all();
    }

    /** True if it has blocks for a node. */
    synchronized boolean hasFor(int node) {
        return waiting[node] != null && !waiting[node].isEmpty();
    }

    /** Sends all blocks for a node, and ends its stream. Does not wait until they are stored. */
    void sendTo(int node, Runnable moved) {
        for (ByteBuf frame = poll(node); frame != null; frame = poll(node)) {
            session.send(node, frame);
            moved.run();
        }
        session.end(node);
    }

    private synchronized ByteBuf poll(int node) {
        checkUsable();
        return waiting[node].poll();
    }

    void awaitStored(int node) {
        session.finish(node, STORE_TIMEOUT);
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} if the nodes have not stored what the task sent */
    public void check() {
        session.finish(STORE_TIMEOUT, tuples - inFile.tuples(), dataBytes - inFile.dataBytes());
    }

    ShuffleTimes sent() {
        return session.sentToOthers(self);
    }

    /**
     * Releases what waits, and lets the data servers drop what they have, unless {@link #check} has succeeded.
     * Idempotent.
     */
    void discard() {
        synchronized (this) {
            if (discarded) {
                return;
            }
            discarded = true;
            forFile.discard();
            for (StagedBlocks blocks : waiting) {
                if (blocks != null) {
                    blocks.discard();
                }
            }
        }
        session.close();
    }
}
