package org.sss.cli.workflow;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.ExitHook;
import org.sss.cli.terminal.Failure;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.JobReport;
import org.sss.client.Progress;
import org.sss.client.Progress.LeftThreads;
import org.sss.client.SssClient;
import org.sss.client.WorkflowHandle;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/** Follows a workflow on the console and prints it as a table. One thread at a time. */
public final class WorkflowView {
    private final Console console;
    private final SssClient client;

    public WorkflowView(Console console, SssClient client) {
        this.console = console;
        this.client = client;
    }

    /** Waits for the end. Ctrl-C cancels the workflow. */
    public WorkflowReport follow(WorkflowHandle handle) throws Exception {
        return ExitHook.during(() -> cancel(handle), () -> watch(handle));
    }

    /** Waits for the end. The workflow continues if this process is interrupted. */
    WorkflowReport watch(WorkflowHandle handle) {
        try (JobProgress progress =
                new JobProgress(console, client::count, client.cluster().subgroupCount(), System::nanoTime)) {
            return handle.follow(progress::show);
        }
    }

    private void cancel(WorkflowHandle handle) {
        String bar = console.terminal() ? "\n" : "";
        console.err().println(bar + "sss: interrupted, cancelling " + handle.id());
        handle.cancel();
    }

    /**
     * Prints the result of the workflow.
     *
     * @throws org.sss.api.SssException if it did not succeed
     */
    public static void result(Console console, WorkflowReport status) {
        try {
            if (console.json()) {
                console.document(status.toJson());
            } else {
                table(console, status);
            }
            console.flush();
        } finally {
            // Also if the output was closed: a failure must be reported and set the exit code.
            WorkflowHandle.succeeded(status);
        }
    }

    static void print(Console console, WorkflowReport status) {
        if (console.json()) {
            console.document(status.toJson());
            return;
        }
        table(console, status);
        status.jobs().stream()
                .filter(job -> job.statistics() != null)
                .forEach(job -> new ReportView(console, job).print());
        if (status.error() != null) {
            console.line("");
            console.failure("error: " + Failure.lines(status.error().getMessage()));
        }
    }

    private static void table(Console console, WorkflowReport status) {
        console.line("workflow " + status.id() + " '" + status.name() + "': " + state(status.state()) + ", submitted "
                + Units.time(status.submittedMillis()) + submitter(status) + duration(status));
        Table table = new Table("JOB", "STATE", "TASKS", "IN", "OUT", "OUTPUT GROUP", "SECONDS", "MB/S");
        for (JobReport job : status.jobs()) {
            table.row(
                    name(job),
                    state(job.state()),
                    job.tasksDone() + "/" + job.tasks(),
                    job.progress().tuplesIn(),
                    job.progress().tuplesOut(),
                    String.join(", ", job.outputs()),
                    Units.seconds(job.millis()),
                    Units.megabytesPerSecond(job.progress().bytesIn(), job.millis()));
        }
        table.print(console);
        counters(console, status);
        if (status.waiting() != null) {
            console.line(status.waiting());
        }
        status.jobs().stream()
                .filter(job -> job.state() == State.RUNNING && job.progress().stalledAt() != null)
                .forEach(job -> console.line("no sign of life from " + job.name() + ", "
                        + job.progress().stalledAt()));
        status.jobs().stream()
                .filter(job -> job.state() == State.RUNNING && job.progress().load() != null)
                .forEach(job -> LoadView.print(
                        console, job.name() + " so far, ", job.progress().load()));
        status.jobs().stream()
                .filter(job -> job.progress().leftThreads().count() > 0)
                .forEach(job -> leftThreads(console, job));
        status.jobs().forEach(job -> remarks(console, job));
    }

    private static void leftThreads(Console console, JobReport job) {
        LeftThreads left = job.progress().leftThreads();
        console.line("");
        console.warning("warning: job '" + job.name() + "' left " + Units.count(left.count(), "thread")
                + " running on the nodes: " + String.join(", ", left.names())
                + "; stop them before close returns, see TaskContext.closeAtEnd");
    }

    private static void remarks(Console console, JobReport job) {
        List<String> warnings = job.progress().warnings();
        if (!warnings.isEmpty()) {
            console.line("");
        }
        warnings.forEach(warning -> console.warning("warning: job '" + job.name() + "': " + warning));
        for (Progress.Printed printed : job.progress().printed()) {
            console.line("");
            console.line("standard error of '" + job.name() + "', task " + printed.task() + ":");
            printed.text().lines().forEach(line -> console.line("  " + line));
        }
    }

    private static String name(JobReport job) {
        return job.iterations() > 0 ? job.name() + " x " + job.iterations() : job.name();
    }

    private static void counters(Console console, WorkflowReport status) {
        Table table = new Table("JOB", "COUNTER", "VALUE");
        boolean any = false;
        for (JobReport job : status.jobs()) {
            for (Map.Entry<String, Long> counter : new TreeMap<>(job.progress().counters()).entrySet()) {
                table.row(job.name(), counter.getKey(), counter.getValue());
                any = true;
            }
        }
        if (any) {
            console.line("");
            table.print(console);
        }
    }

    static String state(State state) {
        return state.name().toLowerCase(Locale.ROOT);
    }

    private static String submitter(WorkflowReport status) {
        return status.submittedBy() == null ? "" : " by " + status.submittedBy();
    }

    private static String duration(WorkflowReport status) {
        return status.endedMillis() == 0
                ? ""
                : ", took " + Units.seconds(status.endedMillis() - status.submittedMillis()) + " s";
    }
}
