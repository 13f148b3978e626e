package org.sss.dataserver.tuples;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.dataserver.group.SubgroupWriter;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.merge.OpenRuns;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;

/**
 * Puts the tuples of blocks, one by one, into the file of the node. Discarded runs stay there until the group is
 * dropped, since finding them would take a read of the whole subgroup. Used by a storage thread only.
 */
final class TuplesWriter implements SubgroupWriter {
    private final TupleStore store;
    private final GroupKey group;
    private final int subgroup;
    private final int number;
    private final BlockValidator validator;
    private final TupleRecords records;
    private final OpenRuns runs;
    /** By run, the values and chunks that it has for its last key. */
    private final Map<Integer, Integer> ofLastKey = new HashMap<>();

    /**
     * @param number   of the segment
     * @param longKeys as {@link OpenRuns} takes it
     */
    TuplesWriter(TupleStore store, GroupKey group, int subgroup, int number, BlockValidator validator, Path longKeys) {
        this.store = store;
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.validator = validator;
        records = new TupleRecords(group.id(), subgroup, store::putAll);
        runs = new OpenRuns(longKeys, store::takeRun);
    }

    /** Always walks every block. */
    @Override
    public boolean put(Attempt attempt, int sequence, ByteBuf block, boolean trusted) throws IOException {
        validator.load(block);
        OpenRun run = runs.get(attempt, sequence);
        run.checkFollows(validator);
        ofLastKey.put(run.number(), records.put(run, validator, ofLastKey.getOrDefault(run.number(), 0)));
        run.add(validator);
        return run.blocks() == 1;
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
    public boolean isEmpty() {
        return runs.isEmpty();
    }

    @Override
    public long bufferedBytes() {
        return 0;
    }

    @Override
    public void spill() {
        // nothing is buffered
    }

    @Override
    public SealResult seal(Set<Attempt> committed) throws IOException {
        runs.close();
        runs.attempts().stream().filter(attempt -> !committed.contains(attempt)).forEach(this::forget);
        List<RunInfo> infos = new ArrayList<>();
        Map<AttemptId, Stored> attempts = new HashMap<>();
        for (OpenRun run : runs.inValueOrder()) {
            RunInfo info = run.finish();
            infos.add(info);
            attempts.merge(info.attempt(), info.stored(), Stored::plus);
        }
        Manifest manifest = new Manifest(Manifest.VERSION, group.id(), group.identity(), subgroup, number, infos);
        store.replace(TupleKeys.segment(group.id(), subgroup, number), Json.write(manifest));
        return new SealResult(
                new CommittedSegment(subgroup, number, DataServerConfig.Layout.TUPLES, manifest.stored(), 0),
                attempts,
                new SealedTuples(new TupleSegment(store, manifest)));
    }

    @Override
    public void discard() {
        runs.close(); // records stay in the file: see the class
    }

    private record SealedTuples(TupleSegment segment) implements SealResult.Contents {
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
