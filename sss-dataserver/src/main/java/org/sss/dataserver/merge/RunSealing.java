package org.sss.dataserver.merge;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.block.BlockMerge;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.profile.MergeEvent;
import org.sss.net.profile.Profile;

/**
 * Merges the committed runs of a subgroup into fewer and passes them to their target, in the order of the values of
 * equal keys. One thread, once.
 *
 * <pre>
 *   runs in the order of their values:  buffered buffered buffered | partly in the file | buffered | ...
 *                                                merged            |  rest is appended  | as it is
 * </pre>
 */
public final class RunSealing {
    private final String label;
    private final DataServerConfig config;
    private final int maxMergeRuns;
    private final BlockValidator validator;
    private final OpenRuns open;
    private final RunTarget target;
    private final List<RunInfo> made = new ArrayList<>();
    private final Map<AttemptId, Stored> attempts = new HashMap<>();
    private final Map<Integer, BitSet> keyContinuesAt = new HashMap<>();

    /**
     * @param label names the runs in error messages
     * @param maxMergeRuns the maximum that is merged into one; 1 if all stay as they are
     * @param open  all of them committed
     */
    public RunSealing(
            String label,
            DataServerConfig config,
            int maxMergeRuns,
            BlockValidator validator,
            OpenRuns open,
            RunTarget target) {
        this.label = label;
        this.config = config;
        this.maxMergeRuns = maxMergeRuns;
        this.validator = validator;
        this.open = open;
        this.target = target;
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when tuples were lost or duplicated */
    public void run() throws IOException {
        for (List<OpenRun> batch : batches(open.inValueOrder())) {
            batch.forEach(run -> count(
                    run.attempt(),
                    new Stored(run.totals().tuples(), run.totals().dataBytes(), 0, 0, 0)));
            RunInfo info = batch.size() == 1 ? finish(batch.get(0)) : merge(batch);
            count(info.attempt(), new Stored(0, 0, info.storedBytes(), info.blocks(), 1));
            made.add(info);
        }
    }

    /** Returns the runs made, in order. */
    public List<RunInfo> runs() {
        return made;
    }

    /** Returns the blocks of a run made whose first key is the last key of the block before. */
    public BitSet keyContinuesAt(RunInfo run) {
        return keyContinuesAt.get(run.run());
    }

    /** Returns what each attempt stored; blocks and bytes of a merged run count for the attempt of its first one. */
    public Map<AttemptId, Stored> attempts() {
        return attempts;
    }

    private void count(AttemptId attempt, Stored stored) {
        attempts.merge(attempt, stored, Stored::plus);
    }

    /** Groups adjacent runs that become one run; a run with blocks in the file stays alone. */
    private List<List<OpenRun>> batches(List<OpenRun> ordered) {
        List<List<OpenRun>> batches = new ArrayList<>();
        List<OpenRun> batch = List.of();
        long mergeBytes = 0;
        for (OpenRun run : ordered) {
            mergeBytes += run.mergeBytes();
            if (batch.isEmpty()
                    || !run.isWhollyBuffered()
                    || !batch.get(0).isWhollyBuffered()
                    || isFull(batch, mergeBytes)) {
                batch = new ArrayList<>();
                batches.add(batch);
                mergeBytes = run.mergeBytes();
            }
            batch.add(run);
        }
        return batches;
    }

    /** A merge has one block of each run in memory. */
    private boolean isFull(List<OpenRun> batch, long mergeBytes) {
        return batch.size() >= maxMergeRuns
                || batch.size() > 1 && mergeBytes > config.merging().bytes();
    }

    private RunInfo finish(OpenRun run) throws IOException {
        while (!run.buffered().isEmpty()) {
            target.take(run, run.buffered().poll());
        }
        return finished(run);
    }

    private RunInfo merge(List<OpenRun> batch) throws IOException {
        MergeEvent event = Profile.merge();
        OpenRun merged = open.merged(batch.get(0));
        IdentityHashMap<byte[], BufferedSource> sources = new IdentityHashMap<>();
        List<BufferedSource> ordered = new ArrayList<>();
        for (OpenRun run : batch) {
            run.finish();
            BufferedSource source = new BufferedSource(run, target::merged);
            ordered.add(source);
            sources.put(source.bytes(), source);
        }
        try (BlockMerge merge = new BlockMerge(ordered)) {
            while (merge.next()) {
                add(merged, merge, sources.get(merge.array()));
            }
        }
        RunInfo info = finished(merged);
        TupleTotals.sum(batch.stream().map(OpenRun::totals).toList())
                .check(merged.totals(), label + ": merging " + batch.size() + " runs into " + info);
        record(event, batch.size(), merged.totals());
        return info;
    }

    private void record(MergeEvent event, int runs, TupleTotals totals) {
        if (event != null) {
            event.subgroup = label;
            event.runs = runs;
            event.tuples = totals.tuples();
            event.bytes = totals.dataBytes();
            event.commit();
        }
    }

    private RunInfo finished(OpenRun run) {
        keyContinuesAt.put(run.number(), run.keyContinuesAt());
        return run.finish();
    }

    /** @param from the owner of the block, if the block is used unchanged; or null */
    private void add(OpenRun merged, BlockMerge merge, BufferedSource from) throws IOException {
        validator.trust(merge);
        merged.checkFollows(validator);
        merged.add(validator);
        if (from == null) {
            target.store(merged, validator, merge.array(), merge.offset());
        } else {
            target.take(merged, from.takeCurrent());
        }
    }
}
