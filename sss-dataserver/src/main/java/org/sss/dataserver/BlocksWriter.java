package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Keeps the blocks of a subgroup in memory as long as there is room, writes them to its segment file when there is not, and
 * merges what is in memory when it is sealed. Of large tuples little is held. Used by its storage thread only.
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

    private final Group group;
    private final Subgroup subgroup;
    private final int number;
    private final StorageThread thread;
    private final MemoryLayout keeper;
    private final OpenRuns runs = new OpenRuns();
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
        file = new FileTarget(group, subgroup.number(), number, thread.intake(), this::free);
    }

    @Override
    public boolean put(Attempt attempt, int sequence, ByteBuf block, boolean believed) throws IOException {
        BlockIntake intake = thread.intake();
        if (believed) {
            intake.believe(block);
        } else {
            intake.load(block);
        }
        OpenRun run = runs.get(attempt, sequence);
        run.checkFollows(intake);
        if (!hold(run, intake, block)) {
            writeHeld(run, 0);
            file.write(run, block);
        }
        run.add(intake);
        if (keeper == null && heldBytes > LARGE_HELD_BYTES && isLarge(intake)) {
            spill();
        }
        return run.blocks() == 1;
    }

    private static boolean isLarge(BlockIntake intake) {
        return intake.dataBytes() / Math.max(1, intake.tuples()) >= LARGE_BYTES;
    }

    private boolean hold(OpenRun run, BlockIntake intake, ByteBuf block) {
        long cost = HeldBlock.costOf(intake);
        if (!thread.memory().take(subgroup, cost)) {
            return false;
        }
        heldBytes += cost;
        if (discarded) { // when it was this subgroup that had to make room, and could not
            free(cost);
            throw new SssException(ErrorCode.STORAGE, "blocks before this one were lost");
        }
        run.held().add(HeldBlock.copy(intake, block));
        return true;
    }

    /** Writes blocks of {@code run} until the subgroup holds no more than {@code restBytes}. */
    private void writeHeld(OpenRun run, long restBytes) throws IOException {
        for (HeldBlock next; heldBytes > restBytes && (next = run.held().peek()) != null; ) {
            file.write(run, next);
            run.held().remove();
            free(next);
        }
    }

    private void free(HeldBlock block) {
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
        long restBytes = Math.max(0, heldBytes - SPILL_BYTES);
        List<OpenRun> largestFirst = runs.all();
        largestFirst.sort(Comparator.comparingLong(OpenRun::heldBytes).reversed());
        for (OpenRun run : largestFirst) {
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
    public Sealed seal(Set<Attempt> committed) throws IOException {
        runs.attempts().stream().filter(attempt -> !committed.contains(attempt)).forEach(this::forget);
        long held = heldBytes;
        boolean stays = keeper != null && file.isEmpty() && held <= group.keptBytes() && keeper.reserve(held);
        return stays ? sealInMemory(held) : seal(file);
    }

    private Sealed seal(RunTarget target) throws IOException {
        RunSealing sealing = new RunSealing("group " + group.id() + ", subgroup " + subgroup.number(),
                group.storage().config(), thread.intake(), runs, target);
        sealing.run();
        return target.seal(sealing);
    }

    /** What was held stays taken of the budget, as much as it is after merging. */
    private Sealed sealInMemory(long reserved) throws IOException {
        MemoryTarget target = new MemoryTarget(keeper, group, subgroup.number(), number);
        boolean done = false;
        try {
            Sealed sealed = seal(target);
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
        freeHeld(runs.all());
        free(heldBytes); // of blocks that were on their way from here to memory that stays
        file.discard();
    }
}
