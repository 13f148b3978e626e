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

/**
 * Makes few runs of the committed ones of a subgroup and hands them to their target, in the order in which the values of
 * equal keys come. One thread, once.
 *
 * <pre>
 *   runs in the order of their values:  held held held | in the file, its end held | held | ...
 *                                           merged     |      end is appended      | as it is
 * </pre>
 */
public final class RunSealing {
    private final String place;
    private final DataServerConfig config;
    private final int maxMergeRuns;
    private final BlockValidator intake;
    private final OpenRuns open;
    private final RunTarget target;
    private final List<RunInfo> made = new ArrayList<>();
    private final Map<AttemptId, Stored> attempts = new HashMap<>();
    private final Map<Integer, BitSet> keyGoesOnAt = new HashMap<>();

    /**
     * @param place what the runs are of, for error messages
     * @param maxMergeRuns so many runs become one; 1 when all stay as they are
     * @param open  all of them committed
     */
    public RunSealing(String place, DataServerConfig config, int maxMergeRuns, BlockValidator intake, OpenRuns open, RunTarget target) {
        this.place = place;
        this.config = config;
        this.maxMergeRuns = maxMergeRuns;
        this.intake = intake;
        this.open = open;
        this.target = target;
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when tuples were lost or came twice */
    public void run() throws IOException {
        for (List<OpenRun> part : parts(open.inValueOrder())) {
            part.forEach(run -> count(run.attempt(), new Stored(run.conserved().tuples(), run.conserved().dataBytes(), 0, 0, 0)));
            RunInfo info = part.size() == 1 ? finish(part.get(0)) : merge(part);
            count(info.attempt(), new Stored(0, 0, info.storedBytes(), info.blocks(), 1));
            made.add(info);
        }
    }

    /** What was made, in order. */
    public List<RunInfo> runs() {
        return made;
    }

    /** The blocks of a run that was made whose first key is the last key of the block before. */
    public BitSet keyGoesOnAt(RunInfo run) {
        return keyGoesOnAt.get(run.run());
    }

    /** What each attempt has; blocks and bytes of a merged run count as those of its first one. */
    public Map<AttemptId, Stored> attempts() {
        return attempts;
    }

    private void count(AttemptId attempt, Stored stored) {
        attempts.merge(attempt, stored, Stored::plus);
    }

    /** Neighbours that become one run; a run with blocks in the file stays alone. */
    private List<List<OpenRun>> parts(List<OpenRun> ordered) {
        List<List<OpenRun>> parts = new ArrayList<>();
        List<OpenRun> part = List.of();
        long mergeBytes = 0;
        for (OpenRun run : ordered) {
            mergeBytes += run.mergeBytes();
            if (part.isEmpty() || !run.isHeldWhole() || !part.get(0).isHeldWhole() || isFull(part, mergeBytes)) {
                part = new ArrayList<>();
                parts.add(part);
                mergeBytes = run.mergeBytes();
            }
            part.add(run);
        }
        return parts;
    }

    /** A merge has one block of each run in memory. */
    private boolean isFull(List<OpenRun> part, long mergeBytes) {
        return part.size() >= maxMergeRuns || part.size() > 1 && mergeBytes > config.mergeBytes();
    }

    private RunInfo finish(OpenRun run) throws IOException {
        while (!run.held().isEmpty()) {
            target.take(run, run.held().poll());
        }
        return finished(run);
    }

    private RunInfo merge(List<OpenRun> part) throws IOException {
        OpenRun merged = open.merged(part.get(0));
        Map<byte[], BufferedSource> sources = new IdentityHashMap<>();
        List<BufferedSource> ordered = new ArrayList<>();
        for (OpenRun run : part) {
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
        TupleTotals.sum(part.stream().map(OpenRun::conserved).toList())
                .check(merged.conserved(), place + ": merging " + part.size() + " runs into " + info);
        return info;
    }

    private RunInfo finished(OpenRun run) {
        keyGoesOnAt.put(run.number(), run.keyGoesOnAt());
        return run.finish();
    }

    /** @param from whose block it is, when it is one that goes on as it is; or null */
    private void add(OpenRun merged, BlockMerge merge, BufferedSource from) throws IOException {
        intake.believe(merge);
        merged.checkFollows(intake);
        merged.add(intake);
        if (from == null) {
            target.store(merged, intake, merge.array(), merge.offset());
        } else {
            target.take(merged, from.takeCurrent());
        }
    }
}
