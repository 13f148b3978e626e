package org.sss.dataserver.fsck;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.dataserver.fsck.Fsck.Summary;

/** Counts what {@link Fsck} reads and passes on its findings. One thread. */
public final class FsckReport {
    private final Consumer<Finding> findings;
    private final Runnable onBlock;
    /** Nodes of one cluster store subgroups of the same groups. */
    private final Set<Long> groups = new HashSet<>();

    private long segments;
    private long runs;
    private long blocks;
    private long tuples;
    private long fileBytes;
    private long problems;

    public FsckReport(Consumer<Finding> findings) {
        this(findings, () -> {});
    }

    /** @param onBlock runs after each intact block; may throw to end the verification */
    public FsckReport(Consumer<Finding> findings, Runnable onBlock) {
        this.findings = findings;
        this.onBlock = onBlock;
    }

    /** Reports lost or damaged data, or a file that should not exist. */
    void problem(String text) {
        problems++;
        findings.accept(new Finding(true, text));
    }

    /** Returns how many problems were reported so far. */
    long problems() {
        return problems;
    }

    /** Reports something that the next start of the server repairs, or that is expected. */
    void remains(String text) {
        findings.accept(new Finding(false, text));
    }

    void group(long id) {
        groups.add(id);
    }

    void segment(long bytes) {
        segments++;
        fileBytes += bytes;
    }

    void run() {
        runs++;
    }

    /** Counts an intact block. */
    void block(long tuplesInIt) {
        blocks++;
        tuples += tuplesInIt;
        onBlock.run();
    }

    Summary summary(int directories) {
        return new Summary(directories, groups.size(), segments, runs, blocks, tuples, fileBytes, problems);
    }
}
