package org.sss.dataserver.fsck;

import java.util.HashSet;
import java.util.Set;
import java.util.function.Consumer;
import org.sss.dataserver.fsck.Fsck.Finding;
import org.sss.dataserver.fsck.Fsck.Summary;

/** Counts what {@link Fsck} reads and hands on what it finds. One thread. */
public final class FsckReport {
    private final Consumer<Finding> findings;
    /** Nodes of one cluster have parts of the same groups. */
    private final Set<Long> groups = new HashSet<>();
    private long segments;
    private long runs;
    private long blocks;
    private long tuples;
    private long fileBytes;
    private long problems;

    public FsckReport(Consumer<Finding> findings) {
        this.findings = findings;
    }

    /** Data are lost or damaged, or something is there that should not be. */
    void problem(String text) {
        problems++;
        findings.accept(new Finding(true, text));
    }

    /** Something that the next start of the server puts right, or that has to be so. */
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

    /** A block that is as it should be. */
    void block(long tuplesInIt) {
        blocks++;
        tuples += tuplesInIt;
    }

    /** Tuples that are in no block and are as they should be. */
    void tuples(long more) {
        tuples += more;
    }

    long problems() {
        return problems;
    }

    Summary summary(int directories) {
        return new Summary(directories, groups.size(), segments, runs, blocks, tuples, fileBytes, problems);
    }
}
