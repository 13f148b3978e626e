package org.sss.cli.workflow;

import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics;
import org.sss.client.JobStatistics.NodeShuffle;
import org.sss.client.JobStatistics.ShuffleReport;
import org.sss.client.JobStatistics.ThreadTimes;
import org.sss.client.Progress;
import org.sss.client.WorkflowReport;

/** Prints the report of a job. One thread. */
final class ReportView {
    private static final String INDENT = "  ";

    private final Console console;
    private final JobReport job;
    private final JobStatistics report;

    ReportView(Console console, JobReport job) {
        this.console = console;
        this.job = job;
        report = job.statistics();
    }

    void print() {
        console.line("");
        console.line("report of " + job.name() + (job.iterations() > 0 ? ", iteration " + job.iterations() : "")
                + (hasSucceeded() ? "" : " (job did not succeed)"));
        Table groups = new Table("", "GROUP", "TUPLES", "DATA", "STORED");
        report.read().forEach(size -> row(groups, "read", size));
        report.written().forEach(size -> row(groups, "wrote", size));
        groups.print(console, INDENT);
        combined();
        tasks();
        phases();
        shuffle();
        if (job.progress().load() != null) {
            LoadView.print(console, INDENT, job.progress().load());
        }
        heaviest();
    }

    private boolean hasSucceeded() {
        return job.state() == WorkflowReport.State.SUCCEEDED;
    }

    private static void row(Table table, String what, JobStatistics.Size size) {
        table.row(what, size.group(), size.tuples(), Units.bytes(size.dataBytes()), Units.bytes(size.storedBytes()));
    }

    private void combined() {
        Progress all = job.progress();
        if (all.tuplesCombined() > 0) {
            console.line(INDENT + Units.count(all.tuplesOut(), "tuple") + " emitted"
                    + (job.iterations() > 1 ? " in all iterations" : "") + ", of which " + all.tuplesCombined()
                    + " were combined with others");
        }
    }

    private void tasks() {
        console.line(INDENT + Units.count(job.tasks(), "task")
                + (hasSucceeded() ? "" : ", " + job.tasksDone() + " done") + ": median "
                + Units.seconds(report.medianMillis()) + " s, slowest "
                + Units.seconds(report.slowestMillis()) + " s (task " + report.slowestTask() + ")"
                + (report.repeatedTasks() == 0 ? "" : ", " + report.repeatedTasks() + " retried"));
        if (report.readTuples() > 0) {
            console.line(String.format(
                    Locale.ROOT,
                    "%slargest share: task %d read %.1f %% of the tuples (even share: %.1f %%)",
                    INDENT,
                    report.largestTask(),
                    100.0 * report.largestTuples() / report.readTuples(),
                    100.0 / job.tasks()));
        }
    }

    private void phases() {
        if (report.times() == null || report.times().threads().isEmpty()) {
            return;
        }
        console.line(INDENT + "time of threads: open " + seconds(ThreadTimes::open)
                + " s, read " + seconds(times -> times.input().read())
                + " s, run " + seconds(ThreadTimes::run)
                + " s, sort " + seconds(times -> times.output().sort())
                + " s, send " + seconds(times -> times.output().send())
                + " s, free " + seconds(times -> times.input().free())
                + " s, store " + seconds(times -> times.output().store()) + " s");
    }

    private String seconds(Function<ThreadTimes, JobStatistics.Phase> phase) {
        return Units.seconds(report.times().threads().stream()
                        .mapToLong(times -> phase.apply(times).wallMicros())
                        .sum()
                / 1000);
    }

    private void shuffle() {
        ShuffleReport shuffle = report.shuffle();
        if (shuffle == null) {
            return;
        }
        long bytes = shuffle.nodes().stream().mapToLong(NodeShuffle::bytes).sum();
        console.line(INDENT + "shuffle " + shuffle.method()
                + (shuffle.chosen() == null ? "" : " (" + shuffle.chosen() + ")") + ": " + Units.bytes(bytes)
                + " sent to other nodes; map " + Units.seconds(shuffle.mapMillis())
                + " s, move " + Units.seconds(shuffle.moveMillis()) + " s, commit "
                + Units.seconds(shuffle.commitMillis()) + " s");
        if (bytes > 0) {
            nodes(shuffle.nodes());
        }
    }

    private void nodes(List<NodeShuffle> nodes) {
        Table table = new Table(
                "NODE",
                "LINKS",
                "AT ONCE",
                "BLOCKS",
                "SENT",
                "CREDIT s",
                "META s",
                "MOVE s",
                "BARRIER s",
                "SPILLED",
                "PEAK",
                "LIMIT",
                "ELSEWHERE",
                "OVERFLOW");
        for (int node = 0; node < nodes.size(); node++) {
            NodeShuffle times = nodes.get(node);
            table.row(
                    node,
                    times.links(),
                    times.linksAtOnce(),
                    times.blocks(),
                    Units.bytes(times.bytes()),
                    Units.seconds(times.waits().creditMillis()),
                    Units.seconds(times.waits().metaMillis()),
                    Units.seconds(times.waits().moveMillis()),
                    Units.seconds(times.waits().barrierMillis()),
                    Units.bytes(times.storage().spilledBytes()),
                    Units.bytes(times.storage().peakBytes()),
                    Units.bytes(times.storage().limitBytes()),
                    Units.bytes(times.storage().relocatedBytes()),
                    Units.bytes(times.storage().overflowBytes()));
        }
        table.print(console, INDENT);
    }

    private void heaviest() {
        List<Progress.HeavyKey> heavy = job.progress().heaviest();
        if (!heavy.isEmpty()) {
            console.line(INDENT + "keys with the most values: "
                    + heavy.stream().map(key -> key.key() + " " + key.values()).collect(Collectors.joining(", ")));
        }
    }
}
