package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.util.Collection;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Keeps the blocks of a subgroup in memory as long as there is room, writes them to its segment file when there is not, and
 * merges what is in memory when it is sealed. Used by its storage thread only.
 *
 * <pre>
 *   put --room in the budget--> held, run by run --seal: merged--> few runs ---> segment file
 *      \--none--> segment file <--------- spill ---/  (runs as they came)  ----/
 * </pre>
 */
final class BlocksWriter implements SubgroupWriter, RunTarget {
    private final Group group;
    private final int subgroup;
    private final int number;
    private final StorageThread thread;
    private final Spillable holder;
    private final OpenRuns runs = new OpenRuns();
    private SegmentWriter file; // null until a block is written
    private long heldBytes;
    private boolean discarded;

    /**
     * @param number N in the name of the segment
     * @param holder what the thread is to ask for memory: it has this spilled, or discards this
     */
    BlocksWriter(Group group, int subgroup, int number, StorageThread thread, Spillable holder) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.thread = thread;
        this.holder = holder;
    }

    @Override
    public boolean put(Attempt attempt, int sequence, ByteBuf block) throws IOException {
        BlockIntake intake = thread.intake();
        intake.load(block);
        OpenRun run = runs.get(attempt, sequence);
        run.checkFollows(intake);
        if (!hold(run, intake, block)) {
            writeHeld(run);
            file().put(intake.key(run.number(), run.nextWritten()), intake.value(block));
        }
        run.add(intake);
        return run.blocks() == 1;
    }

    private boolean hold(OpenRun run, BlockIntake intake, ByteBuf block) {
        long cost = HeldBlock.costOf(intake);
        if (!thread.memory().take(holder, cost)) {
            return false;
        }
        heldBytes += cost;
        if (discarded) {
            free(cost);
            throw new SssException(ErrorCode.STORAGE, "blocks before this one were lost");
        }
        run.held().add(HeldBlock.copy(intake, block));
        return true;
    }

    private SegmentWriter file() throws IOException {
        if (file == null) {
            group.checkUsable();
            Files.createDirectories(group.directory());
            file = new SegmentWriter(group.directory().resolve(DataDirectory.temporaryName(subgroup, number)), number);
        }
        return file;
    }

    private void writeHeld(OpenRun run) throws IOException {
        for (HeldBlock next; (next = run.held().peek()) != null; ) {
            write(run, next);
            run.held().remove();
            free(next);
        }
    }

    private void write(OpenRun run, HeldBlock block) throws IOException {
        SegmentWriter into = file();
        ByteBuffer key = thread.intake().key(run.number(), block.firstKey(), run.nextWritten());
        into.put(key, block.block().nioBuffer());
    }

    @Override
    public void take(OpenRun run, HeldBlock block) throws IOException {
        try {
            write(run, block);
        } finally {
            free(block);
        }
    }

    @Override
    public void store(OpenRun run, BlockIntake intake, byte[] bytes, int offset) throws IOException {
        file().put(intake.key(run.number(), run.nextWritten()), intake.value(bytes, offset));
    }

    private void free(HeldBlock block) {
        free(block.cost());
        block.block().release();
    }

    private void free(long cost) {
        heldBytes -= cost;
        thread.memory().give(cost);
        if (heldBytes == 0) {
            thread.memory().remove(holder);
        }
    }

    @Override
    public void spill() throws IOException {
        for (OpenRun run : runs.all()) {
            writeHeld(run);
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
        RunSealing sealing = new RunSealing("group " + group.id() + ", subgroup " + subgroup, group.storage().config(),
                thread.intake(), runs, this, this::free);
        sealing.run();
        Manifest manifest = new Manifest(Manifest.VERSION, group.id(), subgroup, number, sealing.sealed());
        file.seal(manifest, sealing::keyGoesOnAt, group.storage().disk());
        return new Sealed(number, file.file(), manifest, sealing.attempts());
    }

    @Override
    public void discard() {
        discarded = true;
        freeHeld(runs.all());
        if (file != null) {
            file.discard();
            file = null;
        }
    }
}
