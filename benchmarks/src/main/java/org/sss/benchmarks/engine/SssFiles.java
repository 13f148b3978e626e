package org.sss.benchmarks.engine;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.sss.benchmarks.measure.DiskSpace;

/**
 * All files of a cluster on this machine, after a run. What jobs wrote for each other is gone when the workflow has
 * ended, or is being deleted, and so is an output that was replaced: whatever of it is still there is left out, and all
 * of the former is added. Stateless.
 */
public final class SssFiles {
    private static final String GROUPS = "groups";
    /** The one file of layout {@code tuples}, which does not shrink: what was deleted is still in it. */
    private static final String ONE_FILE = "tuples.bdb";

    private SssFiles() {}

    /**
     * @param kept          ids of the groups that are there
     * @param shuffledBytes of blocks that were stored for a while
     * @return 0 when there are no files below: then the nodes keep theirs elsewhere
     */
    public static long used(Path directory, LongStream kept, long shuffledBytes) {
        Set<String> names = kept.mapToObj(Long::toString).collect(Collectors.toSet());
        AtomicBoolean isOneFile = new AtomicBoolean();
        long bytes = DiskSpace.used(directory, below -> {
            if (Files.exists(below.resolve(ONE_FILE))) {
                isOneFile.set(true);
            }
            Path parent = below.getParent();
            return parent == null
                    || !parent.endsWith(GROUPS)
                    || names.contains(below.getFileName().toString());
        });
        return bytes == 0 || isOneFile.get() ? bytes : bytes + shuffledBytes;
    }
}
