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
 * Keeps the blocks of a subgroup in memory as long as there is room, writes them to its segment file when there is not, and
 * merges what is in memory when it is sealed. Of large tuples little is held. What is temporary is read once as a rule: it is
 * not merged, and what of it was not spilled stays where it is. Used by its storage thread only.
 *
 * <pre>
 *   put --room in the budget--> held, run by run --seal: merged--> few runs ---> segment file, or memory if they are to stay
 *      \--none--> segment file <--------- spill ---/  (runs as they came)  ----/
 * </pre>
 */
final class BlocksWriter implements SubgroupWriter {
    /** What is written at once to make room: senders have waited for 30 seconds by the time that a slow disk has taken much more. */
    private static final long SPILL_BYTES = 8L << 20;
    /** From so many bytes of a tuple on, reading merged blocks is no faster than merging them while they are read. */
    private static final int LARGE_BYTES = 1 << 10;
    /** What is held of large tuples: holding more costs fresh memory and gains nothing, see docs/design/014-large-values.md. */
    private static final long LARGE_HELD_BYTES = 16L << 20;
    /** So many runs of a temporary group are merged by whoever reads them; more are merged once, at the commit. */
    private static final int MAX_UNMERGED_RUNS = 64;

    private final Group group;
    private final Subgroup subgroup;
    private final int number;
    private final StorageThread thread;
    private final MemoryLayout keeper;
    private final OpenRuns runs;
    private final FileTarget file;
    private long heldBytes;
    private boolean discarded;

    /**
     * @param number N in the name of the segment
     * @param keeper where committed runs stay in memory, or null when they do not
     */
    BlocksWriter(Group group, Subgroup subgroup, int number, StorageThread thread, MemoryLayout keeper) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.thread = thread;
        this.keeper = keeper;
        runs = new OpenRuns(group.storage().directory().scratch("keys", group.id(), subgroup.number(), number));
        file = new FileTarget(group, subgroup.number(), number, thread.intake(), this::free);
    }

    @Override
    public boolean put(Attempt attempt, int sequence, ByteBuf block, boolean believed) throws IOException {
        BlockValidator intake = thread.intake();
        if (believed) {
            intake.believe(block);
        } else {
            intake.load(block);
        }
        OpenRun run = runs.get(attempt, sequence);
        run.checkFollows(intake);
        if (!hold(run, intake, block, believed)) {
            writeHeld(run, 0);
            file.write(run, block);
        }
        run.add(intake);
        if (heldBytes > Math.max(keptBytes(), LARGE_HELD_BYTES) && isLarge(intake)) {
            spill();
        }
        return run.blocks() == 1;
    }

    /** How much may stay in memory behind the commit. */
    private long keptBytes() {
        return keeper == null ? 0 : group.keptBytes();
    }

    private static boolean isLarge(BlockValidator intake) {
        return intake.dataBytes() / Math.max(1, intake.tuples()) >= LARGE_BYTES;
    }

    private boolean hold(OpenRun run, BlockValidator intake, ByteBuf block, boolean believed) {
        long cost = BufferedBlock.costOf(intake);
        boolean taken = thread.memory().take(subgroup, cost);
        heldBytes += taken ? cost : 0;
        if (discarded) { // when it was this subgroup that had to make room, and could not
            free(heldBytes);
            throw new SssException(ErrorCode.STORAGE, "blocks before this one were lost");
        }
        if (!taken) {
            return false;
        }
        run.held().add(believed ? BufferedBlock.packed(intake, block) : BufferedBlock.copy(intake));
        return true;
    }

    /** Writes blocks of {@code run} until the subgroup holds no more than {@code restBytes}. */
    private void writeHeld(OpenRun run, long restBytes) throws IOException {
        for (BufferedBlock next; heldBytes - file.begunCost() > restBytes && (next = run.held().poll()) != null; ) {
            file.take(run, next);
        }
        file.flush();
    }

    private void free(BufferedBlock block) {
        block.block().release();
        free(block.cost());
    }

    private void free(long cost) {
        heldBytes -= cost;
        thread.memory().give(cost);
        if (heldBytes == 0) {
            thread.memory().remove(subgroup);
        }
    }

    @Override
    public void spill() throws IOException {
        spill(Math.min(heldBytes, SPILL_BYTES));
    }

    private void spill(long bytes) throws IOException {
        long restBytes = heldBytes - bytes;
        for (OpenRun run : runs.inSpillOrder()) {
            writeHeld(run, restBytes);
        }
    }

    @Override
    public long heldBytes() {
        return heldBytes;
    }

    @Override
    public void forget(Attempt attempt) {
        freeHeld(runs.remove(attempt));
    }

    private void freeHeld(Collection<OpenRun> forgotten) {
        for (OpenRun run : forgotten) {
            run.held().forEach(this::free);
            run.held().clear();
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
        if (heldBytes <= keptBytes() && (file.isEmpty() || group.isTemporary()) && reserve()) {
            return sealInMemory(heldBytes);
        }
        return seal(file);
    }

    /** Has memory for what is held promised; of a temporary group, rather for a part of it than for nothing. */
    private boolean reserve() throws IOException {
        while (heldBytes > 0) {
            if (keeper.reserve(heldBytes)) {
                return true;
            }
            if (!group.isTemporary()) {
                return false;
            }
            spill(Math.min(heldBytes / 8 + 1, SPILL_BYTES));
        }
        return false;
    }

    private SealResult seal(RunTarget target) throws IOException {
        DataServerConfig config = group.storage().config();
        boolean unmerged = group.isTemporary() && runs.all().size() <= MAX_UNMERGED_RUNS;
        RunSealing sealing = new RunSealing("group " + group.id() + ", subgroup " + subgroup.number(), config,
                unmerged ? 1 : config.maxMergeRuns(), thread.intake(), runs, target);
        sealing.run();
        return target.seal(sealing);
    }

    /** What was held stays taken of the budget, as much as it is after merging. */
    private SealResult sealInMemory(long reserved) throws IOException {
        MemoryTarget target = new MemoryTarget(keeper, group, subgroup.number(), number);
        boolean done = false;
        try {
            SealResult sealed = seal(file.isEmpty() ? target : new HybridTarget(target, file));
            keeper.unreserve(reserved - target.cost());
            free(heldBytes - target.cost());
            heldBytes = 0;
            thread.memory().remove(subgroup);
            done = true;
            return sealed;
        } finally {
            if (!done) {
                target.discard();
                keeper.unreserve(reserved);
            }
        }
    }

    @Override
    public void discard() {
        discarded = true;
        file.discard();
        freeHeld(runs.all());
        free(heldBytes); // of blocks that were on their way from here to memory that stays
        runs.close();
    }
}
