package org.sss.dataserver;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.sss.net.block.BlockMerge;
import org.sss.net.block.BlockSource;

/**
 * Makes few runs of many, so that a merge needs bounded memory: neighbours are merged into one run of a temporary file,
 * pass by pass, and no more of them than must be. The order of values stays. Thread-safe; each call is one thread's.
 *
 * <pre>
 *   runs 0..999, 1000..1100  --BlockMerge-->  runs 0, 1 of one temporary file  --> final merge
 *   runs 1101..              ------------------------------------------------->
 * </pre>
 */
final class RunCompaction {
    private static final AtomicLong NEXT_FILE = new AtomicLong();

    private final DataServerConfig config;
    private final Path directory;
    private final String place;

    /** @param place what the runs are of, for error messages */
    RunCompaction(DataServerConfig config, Path directory, String place) {
        this.config = config;
        this.directory = directory;
        this.place = place;
    }

    /** At most {@link DataServerConfig#maxMergeRuns()} sources with the same tuples; takes over the given ones. */
    List<BlockSource> reduce(List<BlockSource> runs) {
        List<BlockSource> left = runs;
        while (left.size() > config.maxMergeRuns()) {
            left = pass(left);
        }
        return left;
    }

    private List<BlockSource> pass(List<BlockSource> runs) {
        int tooMany = runs.size() - config.maxMergeRuns();
        Path file = directory.resolve("merge-" + NEXT_FILE.incrementAndGet() + DataDirectory.TEMPORARY);
        int done = 0;
        try (MergeFile.Writer writer = new MergeFile.Writer(file)) {
            while (tooMany > 0 && done < runs.size()) {
                int end = Math.min(runs.size(), done + Math.min(config.maxMergeRuns(), tooMany + 1));
                List<BlockSource> part = runs.subList(done, end);
                done = end;
                tooMany -= part.size() - 1;
                merge(part, writer);
            }
            List<BlockSource> left = new ArrayList<>(writer.sources(config));
            left.addAll(runs.subList(done, runs.size()));
            done = runs.size();
            return left;
        } catch (IOException e) {
            throw Disk.error("merge " + runs.size() + " runs of " + place, file, e);
        } finally {
            runs.subList(done, runs.size()).forEach(BlockSource::close);
        }
    }

    private static void merge(List<BlockSource> part, MergeFile.Writer writer) {
        try (BlockMerge merge = new BlockMerge(List.copyOf(part))) {
            writer.addRun(merge);
        }
    }
}
