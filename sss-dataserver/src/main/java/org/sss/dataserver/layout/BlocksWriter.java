package org.sss.dataserver.layout;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Collection;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.Subgroup;
import org.sss.dataserver.group.SubgroupWriter;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.BufferedBlock;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.merge.OpenRuns;
import org.sss.dataserver.merge.RunSealing;
import org.sss.dataserver.merge.RunTarget;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.process.DataServerConfig;

/**
 * Buffers the blocks of a subgroup in memory while memory is free, spills them to its segment file otherwise, and
 * merges the buffered blocks when it is sealed. Large tuples are spilled early. Temporary groups are usually read once,
 * so their runs are not merged. Of them, and of groups in memory, blocks that were not spilled stay in memory. Used by
 * its storage thread only.
 *
 * <pre>
 *   put --fits the budget--> buffered, run by run --seal: merged--> few runs --> segment file, or memory if they are to stay
 *      \--none--> segment file <--------- spill ---/  (runs as they came)  ----/
 * </pre>
 */
final class BlocksWriter implements SubgroupWriter {
    /**
     * Bytes to write at once to free memory: if a slow disk had to take much more, senders would wait for 30 seconds.
     */
    private static final long SPILL_BYTES = 8L << 20;
    /** From this tuple size on, reading merged blocks is no faster than merging them while they are read. */
    private static final int LARGE_BYTES = 1 << 10;
    /**
     * Buffer for large tuples: a larger one needs fresh memory and gains nothing, see docs/design/014-large-values.md.
     */
    private static final long LARGE_BUFFERED_BYTES = 16L << 20;
    /** Up to this many runs of a temporary group are merged by its readers; more are merged once, at the commit. */
    private static final int MAX_UNMERGED_RUNS = 64;

    private final Group group;
    private final Subgroup subgroup;
    private final int number;
    private final StorageThread thread;
    private final MemoryLayout memory;
    private final OpenRuns runs;
    private final FileTarget file;
    private long bufferedBytes;
    private boolean discarded;

    /**
     * @param number N in the name of the segment
     * @param memory stores committed runs in memory, or null
     */
    BlocksWriter(Group group, Subgroup subgroup, int number, StorageThread thread, MemoryLayout memory) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.thread = thread;
        this.memory = memory;
        runs = new OpenRuns(group.storage().directory().scratch("keys", group.id(), subgroup.number(), number));
        file = new FileTarget(group, subgroup.number(), number, thread.validator(), this::free);
    }

    @Override
    public boolean put(Attempt attempt, int sequence, ByteBuf block, boolean trusted) throws IOException {
        BlockValidator validator = thread.validator();
        if (trusted) {
            validator.trust(block);
        } else {
            validator.load(block);
        }
        OpenRun run = runs.get(attempt, sequence);
        run.checkFollows(validator);
        if (!buffer(run, validator, block, trusted)) {
            checkMaySpill(BufferedBlock.costOf(validator));
            writeBuffered(run, 0);
            file.write(run, block);
        }
        run.add(validator);
        if (bufferedBytes > Math.max(retainedBytes(), LARGE_BUFFERED_BYTES) && isLarge(validator)) {
            spill();
        }
        return run.blocks() == 1;
    }

    /** Returns how much may stay in memory after the commit. */
    private long retainedBytes() {
        return memory == null ? 0 : group.retainedBytes();
    }

    private static boolean isLarge(BlockValidator validator) {
        return validator.dataBytes() / Math.max(1, validator.tuples()) >= LARGE_BYTES;
    }

    private boolean buffer(OpenRun run, BlockValidator validator, ByteBuf block, boolean trusted) {
        long cost = BufferedBlock.costOf(validator);
        boolean taken = thread.memory().take(subgroup, cost);
        bufferedBytes += taken ? cost : 0;
        if (discarded) { // if this subgroup itself had to free memory, and could not
            free(bufferedBytes);
            throw new SssException(ErrorCode.STORAGE, "blocks before this one were lost");
        }
        if (!taken) {
            return false;
        }
        run.buffered().add(trusted ? BufferedBlock.packed(validator, block) : BufferedBlock.copy(validator));
        return true;
    }

    /** @throws SssException {@link ErrorCode#TOO_LARGE} if the group must stay in memory */
    private void checkMaySpill(long bytes) {
        if (group.isMemoryOnly()) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "there is no memory for " + bytes + " bytes of group " + group.id() + ", subgroup "
                            + subgroup.number() + ", which buffers " + bufferedBytes + " bytes: " + memory.usage()
                            + ". The job refuses files (memory.only): set a larger data.memory, add nodes, drop groups"
                            + " in memory, or run it without memory.only");
        }
    }

    /** Writes blocks of {@code run} until the subgroup buffers no more than {@code restBytes}. */
    private void writeBuffered(OpenRun run, long restBytes) throws IOException {
        for (BufferedBlock next;
                bufferedBytes - file.pendingCost() > restBytes
                        && (next = run.buffered().poll()) != null; ) {
            file.take(run, next);
        }
        file.flush();
    }

    private void free(BufferedBlock block) {
        block.block().release();
        free(block.cost());
    }

    private void free(long cost) {
        bufferedBytes -= cost;
        thread.memory().give(cost);
        if (bufferedBytes == 0) {
            thread.memory().remove(subgroup);
        }
    }

    @Override
    public void spill() throws IOException {
        spill(Math.min(bufferedBytes, SPILL_BYTES));
    }

    private void spill(long bytes) throws IOException {
        long restBytes = bufferedBytes - bytes;
        for (OpenRun run : runs.inSpillOrder()) {
            writeBuffered(run, restBytes);
        }
    }

    @Override
    public long bufferedBytes() {
        return bufferedBytes;
    }

    @Override
    public void forget(Attempt attempt) {
        freeBuffered(runs.remove(attempt));
    }

    private void freeBuffered(Collection<OpenRun> forgotten) {
        for (OpenRun run : forgotten) {
            run.buffered().forEach(this::free);
            run.buffered().clear();
        }
    }

    @Override
    public Set<Attempt> attempts() {
        return runs.attempts();
    }

    @Override
    public boolean isEmpty() {
        return runs.isEmpty();
    }

    @Override
    public SealResult seal(Set<Attempt> committed) throws IOException {
        runs.close();
        runs.attempts().stream().filter(attempt -> !committed.contains(attempt)).forEach(this::forget);
        if (bufferedBytes <= retainedBytes() && (file.isEmpty() || group.endsWithProcess()) && reserve()) {
            return sealInMemory(bufferedBytes);
        }
        return seal(file);
    }

    /**
     * Reserves memory for the buffered blocks; of a group that ends with the process, spills some of them rather than
     * all.
     */
    private boolean reserve() throws IOException {
        while (bufferedBytes > 0) {
            if (memory.reserve(bufferedBytes)) {
                return true;
            }
            if (!group.endsWithProcess()) {
                return false;
            }
            checkMaySpill(bufferedBytes);
            spill(Math.min(bufferedBytes / 8 + 1, SPILL_BYTES));
        }
        return false;
    }

    private SealResult seal(RunTarget target) throws IOException {
        DataServerConfig config = group.storage().config();
        boolean unmerged = group.isTemporary() && runs.all().size() <= MAX_UNMERGED_RUNS;
        RunSealing sealing = new RunSealing(
                "group " + group.id() + ", subgroup " + subgroup.number(),
                config,
                unmerged ? 1 : config.merging().maxRuns(),
                thread.validator(),
                runs,
                target);
        sealing.run();
        return target.seal(sealing);
    }

    /** The buffered blocks stay counted in the budget, at their size after merging. */
    private SealResult sealInMemory(long reserved) throws IOException {
        MemoryTarget target = new MemoryTarget(memory, group, subgroup.number(), number);
        boolean done = false;
        try {
            SealResult sealed = seal(file.isEmpty() ? target : new HybridTarget(target, file));
            memory.unreserve(reserved - target.cost());
            free(bufferedBytes - target.cost());
            bufferedBytes = 0;
            thread.memory().remove(subgroup);
            done = true;
            return sealed;
        } finally {
            if (!done) {
                target.discard();
                memory.unreserve(reserved);
            }
        }
    }

    @Override
    public void discard() {
        discarded = true;
        file.discard();
        freeBuffered(runs.all());
        free(bufferedBytes); // of blocks that were being moved to the memory segment
        runs.close();
    }
}
