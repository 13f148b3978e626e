package org.sss.dataserver.group;

import java.util.List;
import org.sss.dataserver.merge.RunCompaction;
import org.sss.dataserver.process.Closing;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.FrameForm;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.run.TupleTotals;
import org.sss.dataserver.scan.CountedBlocks;
import org.sss.dataserver.scan.KeySample;
import org.sss.dataserver.scan.RunSet;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.DataVerbs.Sample;
import org.sss.net.control.DataVerbs.Sampled;
import org.sss.net.control.DataVerbs.Scan;

/** Reads committed groups, other than single keys: for tasks in this JVM, and for remote scans. Thread-safe. */
public final class GroupReads {
    private final Groups groups;
    private final Storage storage;

    public GroupReads(Groups groups, Storage storage) {
        this.groups = groups;
        this.storage = storage;
    }

    public BlockSource blocks(long group, int subgroup) {
        return runs(group, subgroup, KeyRange.ALL).chained();
    }

    /** See {@link org.sss.net.data.SubgroupSource#ordered}. */
    public List<BlockSource> ordered(long group, int subgroup, byte[] from, byte[] to) {
        return runs(group, subgroup, new KeyRange(from, to)).ordered(compaction(storage.config(), group, subgroup));
    }

    /**
     * Returns the blocks that answer a remote scan, and the expected number of tuples. Blocks of a range in several
     * runs are merged even if no order is requested: each run may start with the tail of a value before the range,
     * which a reader can detect only at its first block.
     *
     * @param takesFiles whether the connection to the client does, see {@link org.sss.net.transport.Stream#takesFiles}
     */
    public CountedBlocks frames(Scan scan, boolean takesFiles) {
        new WholeGroups(groups).check(scan);
        RunSet runs = runs(
                groups.find(scan.key()),
                scan.subgroup(),
                new KeyRange(scan.range().from(), scan.range().to()));
        TupleTotals committed = runs.committed();
        return new CountedBlocks(frames(scan, runs, takesFiles), committed);
    }

    private FrameSource frames(Scan scan, RunSet runs, boolean takesFiles) {
        if (scan.form().ordered()
                && scan.form().mergeBytes() != null
                && scan.form().frameBytes() != null
                && form(scan, takesFiles).fromFiles()
                && runs.mayBeMergedByClient(scan.form().mergeBytes())) {
            return runs.inOrderOfFirstKeys(scan.form().frameBytes());
        }
        return runs.size() > 1 && (scan.form().ordered() || !runs.range().isAll())
                ? runs.mergedFrames(storage.memory().merging(), with -> compaction(with, scan.group(), scan.subgroup()))
                : scan.form().frameBytes() == null ? runs.frames() : runs.batches(form(scan, takesFiles));
    }

    private static FrameForm form(Scan scan, boolean takesFiles) {
        return new FrameForm(
                scan.form().frameBytes(),
                takesFiles && scan.form().checks() == Checks.CLIENT,
                scan.form().checks() == Checks.BOTH);
    }

    private RunSet runs(long group, int subgroup, KeyRange range) {
        return runs(groups.find(group), subgroup, range);
    }

    /** A subgroup whose segments are hidden or not shown yet, and that looks empty, is refused. */
    private RunSet runs(Group found, int subgroup, KeyRange range) {
        List<Segment> segments = found == null ? List.of() : found.segments(subgroup);
        if (found != null && segments.isEmpty()) {
            found.checkNotForgotten(subgroup);
        }
        return RunSet.open(segments, range, storage.config());
    }

    private RunCompaction compaction(DataServerConfig with, long group, int subgroup) {
        return new RunCompaction(with, storage.directory().merges(), "group " + group + ", subgroup " + subgroup);
    }

    /**
     * Returns a sample of the keys that this node has of a group.
     *
     * @throws org.sss.api.SssException NOT_FOUND when it was dropped
     */
    public Sampled sample(Sample request) {
        KeySample sample = new KeySample(request.everyBlocks(), request.everyTuples());
        Group group = groups.find(request.key());
        if (group != null) {
            group.checkComplete(); // finds the segments without a file of their own
            for (Subgroup subgroup : group.subgroups()) {
                for (Segment segment : group.segments(subgroup.number())) {
                    List<? extends Run> runs = segment.runs(KeyRange.ALL);
                    try {
                        runs.forEach(sample::add);
                    } finally {
                        Closing.each(runs, Run::close); // those after one that failed
                    }
                }
            }
        }
        return new Sampled(sample.keys());
    }
}
