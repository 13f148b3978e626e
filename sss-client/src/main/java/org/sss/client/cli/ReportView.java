package org.sss.client.cli;

import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sss.net.control.JobReport;
import org.sss.net.control.Progress;
import org.sss.net.control.WorkflowStatus.JobStatus;

/** The report of a job as lines. One thread. */
final class ReportView {
    private final Console console;
    private final JobStatus job;
    private final JobReport report;

    ReportView(Console console, JobStatus job) {
        this.console = console;
        this.job = job;
        report = job.report();
    }

    void print() {
        console.line("report of " + job.name() + (job.iterations() > 0 ? ", iteration " + job.iterations() : "") + ":");
        report.read().forEach(size -> console.line("  read    " + text(size)));
        report.written().forEach(size -> console.line("  wrote   " + text(size)));
        conservation();
        tasks();
        List<Progress.HeavyKey> heavy = job.progress().heaviest();
        if (!heavy.isEmpty()) {
            console.line("  keys with the most values: " + heavy.stream().map(key -> key.key() + " " + key.values())
                    .collect(Collectors.joining(", ")));
        }
    }

    private static String text(JobReport.Size size) {
        return size.group() + ": " + size.tuples() + " tuples, " + Units.bytes(size.dataBytes()) + ", stored in "
                + Units.bytes(size.storedBytes());
    }

    /** The numbers of a loop are those of all iterations, so they are not those of the last one's groups. */
    private void conservation() {
        if (job.iterations() > 1) {
            return;
        }
        long stored = report.written().stream().mapToLong(JobReport.Size::tuples).sum();
        long emitted = job.progress().tuplesOut();
        console.line("  tuples  all " + job.progress().tuplesIn() + " read; " + emitted + " emitted, " + stored + " stored"
                + (emitted > stored ? ", the others combined with these" : ""));
    }

    private void tasks() {
        long all = Math.max(1, report.read().stream().mapToLong(JobReport.Size::tuples).sum());
        console.line(String.format(Locale.ROOT, "  tasks   task %d read the most, %.1f %% of the tuples (%.1f %% would be even);"
                + " task %d took longest, %s s (median %s s); %d tried again", report.largestTask(),
                100.0 * report.largestTuples() / all, 100.0 / job.tasks(), report.slowestTask(), Units.seconds(report.slowestMillis()),
                Units.seconds(report.medianMillis()), report.repeatedTasks()));
    }
}
