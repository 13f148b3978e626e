package org.sss.dataserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.RunMerge;
import org.sss.net.block.RunWriter;
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
final class RunSealing {
    private final String place;
    private final DataServerConfig config;
    private final BlockIntake intake;
    private final OpenRuns runs;
    private final RunTarget target;
    private final Consumer<HeldBlock> free;
    private final List<RunInfo> sealed = new ArrayList<>();
    private final Map<AttemptId, Stored> attempts = new HashMap<>();

    /**
     * @param place what the runs are of, for error messages
     * @param runs  all of them committed
     * @param free  takes blocks that were merged into others
     */
    RunSealing(String place, DataServerConfig config, BlockIntake intake, OpenRuns runs, RunTarget target,
            Consumer<HeldBlock> free) {
        this.place = place;
        this.config = config;
        this.intake = intake;
        this.runs = runs;
        this.target = target;
        this.free = free;
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when tuples were lost or came twice */
    void run() throws IOException {
        for (List<OpenRun> part : parts(runs.inValueOrder())) {
            part.forEach(run -> count(run.attempt(), new Stored(run.conserved().tuples(), run.conserved().dataBytes(), 0, 0, 0)));
            RunInfo info = part.size() == 1 ? finish(part.get(0)) : merge(part);
            count(info.attempt(), new Stored(0, 0, info.storedBytes(), info.blocks(), 1));
            sealed.add(info);
        }
    }

    /** What was made, in order. */
    List<RunInfo> sealed() {
        return sealed;
    }

    /** What each attempt has; blocks and bytes of a merged run count as those of its first one. */
    Map<AttemptId, Stored> attempts() {
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
            mergeBytes += run.largestBlockBytes();
            if (part.isEmpty() || !run.isHeldWhole() || !part.get(0).isHeldWhole() || isFull(part, mergeBytes)) {
                part = new ArrayList<>();
                parts.add(part);
                mergeBytes = run.largestBlockBytes();
            }
            part.add(run);
        }
        return parts;
    }

    /** A merge has one block of each run in memory. */
    private boolean isFull(List<OpenRun> part, long mergeBytes) {
        return part.size() >= config.maxMergeRuns() || part.size() > 1 && mergeBytes > config.mergeBytes();
    }

    private RunInfo finish(OpenRun run) throws IOException {
        while (!run.held().isEmpty()) {
            target.take(run, run.held().poll());
        }
        return run.finish();
    }

    private RunInfo merge(List<OpenRun> part) throws IOException {
        OpenRun merged = runs.merged(part.get(0));
        List<HeldSource> sources = new ArrayList<>();
        for (OpenRun run : part) {
            run.finish();
            sources.add(new HeldSource(run, free));
        }
        try (RunMerge merge = new RunMerge(sources)) {
            copy(merge, new RunWriter((bytes, length) -> add(merged, bytes, length), compressionOf(part)));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        RunInfo info = merged.finish();
        Conserved.sum(part.stream().map(OpenRun::conserved).toList())
                .check(merged.conserved(), place + ": merging " + part.size() + " runs into " + info);
        return info;
    }

    private static Compression compressionOf(List<OpenRun> part) {
        return part.stream().map(OpenRun::compression).filter(c -> c != Compression.NONE).findFirst().orElse(Compression.NONE);
    }

    private static void copy(RunMerge merge, RunWriter writer) {
        while (merge.nextKey()) {
            while (merge.nextValue()) {
                writer.add(merge.key(), 0, merge.keyLength(), merge.valueArray(), merge.valueOffset(), merge.valueLength());
            }
        }
        writer.finish();
    }

    private void add(OpenRun merged, byte[] bytes, int length) {
        intake.load(bytes, 0, length);
        merged.checkFollows(intake);
        merged.add(intake);
        try {
            target.store(merged, intake, bytes, length);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
