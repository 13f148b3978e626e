package org.sss.cli.workflow;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.net.control.JobReport;
import org.sss.net.control.Progress;
import org.sss.net.control.ShuffleReport;
import org.sss.net.control.ShuffleTimes;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;

/** Prints the report of a job. One thread. */
final class ReportView {
    private static final String INDENT = "  ";

    private final Console console;
    private final JobStatus job;
    private final JobReport report;

    ReportView(Console console, JobStatus job) {
        this.console = console;
        this.job = job;
        report = job.report();
    }

    void print() {
        console.line("");
        console.line("report of " + job.name() + (job.work().iterations() > 0 ? ", iteration " + job.work().iterations() : "") + (hasSucceeded() ? "" : " (job did not succeed)"));
        Table groups = new Table("", "GROUP", "TUPLES", "DATA", "STORED");
        report.read().forEach(size -> row(groups, "read", size));
        report.written().forEach(size -> row(groups, "wrote", size));
        groups.print(console, INDENT);
        combined();
        tasks();
        shuffle();
        if (job.progress().load() != null) {
            LoadView.print(console, INDENT, job.progress().load());
        }
        heaviest();
    }

    private boolean hasSucceeded() {
        return job.state() == WorkflowStatus.State.SUCCEEDED;
    }

    private static void row(Table table, String what, JobReport.Size size) {
        table.row(what, size.group(), size.tuples(), Units.bytes(size.dataBytes()), Units.bytes(size.storedBytes()));
    }

    private void combined() {
        Progress all = job.progress();
        if (all.tuplesCombined() > 0) {
            console.line(INDENT + Units.count(all.tuplesOut(), "tuple") + " emitted" + (job.work().iterations() > 1 ? " in all iterations" : "")
                    + ", of which " + all.tuplesCombined() + " were combined with others");
        }
    }

    private void tasks() {
        console.line(INDENT + Units.count(job.work().tasks(), "task") + (hasSucceeded() ? "" : ", " + job.work().tasksDone() + " done") + ": median " + Units.seconds(report.tasks().medianMillis()) + " s, slowest "
                + Units.seconds(report.tasks().slowestMillis()) + " s (task " + report.tasks().slowestTask() + ")"
                + (report.tasks().repeatedTasks() == 0 ? "" : ", " + report.tasks().repeatedTasks() + " retried"));
        if (report.readTuples() > 0) {
            console.line(String.format(Locale.ROOT, "%slargest share: task %d read %.1f %% of the tuples (even share: %.1f %%)", INDENT,
                    report.tasks().largestTask(), 100.0 * report.tasks().largestTuples() / report.readTuples(), 100.0 / job.work().tasks()));
        }
    }

    private void shuffle() {
        ShuffleReport shuffle = report.shuffle();
        if (shuffle == null) {
            return;
        }
        long bytes = shuffle.nodes().stream().mapToLong(each -> each.sent().bytes()).sum();
        console.line(INDENT + "shuffle " + shuffle.method() + (shuffle.chosen() == null ? "" : " (" + shuffle.chosen() + ")") + ": " + Units.bytes(bytes) + " sent to other nodes; map " + Units.seconds(shuffle.mapMillis())
                + " s, move " + Units.seconds(shuffle.moveMillis()) + " s, commit " + Units.seconds(shuffle.commitMillis()) + " s");
        if (bytes > 0) {
            Table nodes = new Table("NODE", "LINKS", "BLOCKS", "SENT", "CREDIT s", "META s", "MOVE s", "BARRIER s", "SPILLED", "PEAK", "ELSEWHERE");
            for (int node = 0; node < shuffle.nodes().size(); node++) {
                ShuffleTimes times = shuffle.nodes().get(node);
                nodes.row(node, times.sent().links(), times.sent().blocks(), Units.bytes(times.sent().bytes()), Units.seconds(times.sent().creditMillis()),
                        Units.seconds(times.steps().metaMillis()), Units.seconds(times.steps().moveMillis()), Units.seconds(times.steps().barrierMillis()),
                        Units.bytes(times.waiting().spilledBytes()), Units.bytes(times.waiting().peakBytes()), Units.bytes(times.waiting().elsewhereBytes()));
            }
            nodes.print(console, INDENT);
        }
    }

    private void heaviest() {
        List<Progress.HeavyKey> heavy = job.progress().heaviest();
        if (!heavy.isEmpty()) {
            console.line(INDENT + "keys with the most values: " + heavy.stream().map(key -> key.key() + " " + key.values())
                    .collect(Collectors.joining(", ")));
        }
    }
}
