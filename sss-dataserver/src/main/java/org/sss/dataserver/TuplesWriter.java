package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.CommitRecord.CommittedSegment;
import org.sss.net.block.BlockReader;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.rpc.Json;

/**
 * Puts the tuples of blocks, one by one, into the file of the node. Runs that are forgotten stay there until the group is
 * dropped, since nobody could find them without reading the whole subgroup. Used by a storage thread only.
 */
final class TuplesWriter implements SubgroupWriter {
    /** Has room for the largest record. */
    private static final int BATCH_BYTES = 512 << 10;

    private final TupleStore store;
    private final long group;
    private final int subgroup;
    private final int number;
    private final BlockIntake intake;
    private final OpenRuns runs;
    /** Of each run: values and pieces that it has for its last key. */
    private final Map<Integer, Integer> ofLastKey = new HashMap<>();

    /** @param number of the segment */
    TuplesWriter(TupleStore store, long group, int subgroup, int number, BlockIntake intake) {
        this.store = store;
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.intake = intake;
        runs = new OpenRuns(store::takeRun);
    }

    /** Walks every block in any case. */
    @Override
    public boolean put(Attempt attempt, int sequence, ByteBuf block, boolean believed) throws IOException {
        intake.load(block);
        OpenRun run = runs.get(attempt, sequence);
        run.checkFollows(intake);
        ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(BATCH_BYTES, BATCH_BYTES);
        try {
            putEntries(run, memory.nioBuffer(0, BATCH_BYTES));
        } finally {
            memory.release();
        }
        run.add(intake);
        return run.blocks() == 1;
    }

    private void putEntries(OpenRun run, ByteBuffer batch) throws IOException {
        int next = run.keyGoesOn() ? ofLastKey.get(run.number()) : 0;
        boolean first = true;
        BlockReader entry = intake.entries();
        while (entry.next()) {
            next = first || !entry.isNewKey() ? next : 0;
            first = false;
            if (entry.valueLength() > 0 || !entry.valueContinues()) { // an empty piece is none
                check(entry, next);
                flushFor(entry, batch);
                put(entry, run.number(), next++, batch);
            }
        }
        flush(batch);
        ofLastKey.put(run.number(), next);
    }

    private static void check(BlockReader entry, int next) {
        RunWriter.checkSizes(entry.keyLength(), entry.valueLength());
        if (next == TupleKeys.MAX_NUMBER) {
            throw new SssException(ErrorCode.TOO_LARGE, "a key has more than " + next + " values in one run; layout tuples cannot"
                    + " count them, use another storage.layout");
        }
    }

    private void put(BlockReader entry, int run, int next, ByteBuffer batch) {
        int at = batch.position();
        batch.putInt(0).putInt(entry.valueLength());
        int keyAt = batch.position();
        TupleKeys.put(batch, group, subgroup, entry.array(), entry.keyOffset(), entry.keyLength(), run, next,
                entry.valueContinues());
        batch.putInt(at, batch.position() - keyAt);
        batch.put(entry.array(), entry.valueOffset(), entry.valueLength());
    }

    private void flushFor(BlockReader entry, ByteBuffer batch) throws IOException {
        if (batch.remaining() < 8 + TupleKeys.mostBytes(entry.keyLength()) + entry.valueLength()) {
            flush(batch);
        }
    }

    private void flush(ByteBuffer batch) throws IOException {
        if (batch.position() > 0) {
            store.putAll(batch.flip());
            batch.clear();
        }
    }

    @Override
    public void forget(Attempt attempt) {
        runs.remove(attempt).forEach(run -> ofLastKey.remove(run.number()));
    }

    @Override
    public Set<Attempt> attempts() {
        return runs.attempts();
    }

    @Override
    public long heldBytes() {
        return 0;
    }

    @Override
    public void spill() {
        // nothing is held
    }

    @Override
    public Sealed seal(Set<Attempt> committed) throws IOException {
        runs.attempts().stream().filter(attempt -> !committed.contains(attempt)).forEach(this::forget);
        List<RunInfo> infos = new ArrayList<>();
        Map<AttemptId, Stored> attempts = new HashMap<>();
        for (OpenRun run : runs.inValueOrder()) {
            RunInfo info = run.finish();
            infos.add(info);
            attempts.merge(info.attempt(), info.stored(), Stored::plus);
        }
        Manifest manifest = new Manifest(Manifest.VERSION, group, subgroup, number, infos);
        store.replace(TupleKeys.segment(group, subgroup, number), Json.write(manifest));
        return new Sealed(new CommittedSegment(subgroup, number, DataServerConfig.Layout.TUPLES, manifest.stored(), 0), attempts,
                new SealedTuples(new TupleSegment(store, manifest)));
    }

    @Override
    public void discard() {
        // see the class
    }

    private record SealedTuples(TupleSegment segment) implements Sealed.Contents {
        @Override
        public Segment publish() {
            return segment;
        }

        @Override
        public void discard() {
            segment.setDropped();
        }
    }
}
