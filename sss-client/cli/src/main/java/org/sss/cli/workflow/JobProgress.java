package org.sss.cli.workflow;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.sss.api.SssException;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Pace;
import org.sss.cli.terminal.ProgressLine;
import org.sss.client.JobReport;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/** Shows the progress of the running job. One thread. */
final class JobProgress implements AutoCloseable {
    private final Console console;
    private final ToLongFunction<String> tuplesOf;
    private final int subgroupCount;
    private final Pace pace;
    private ProgressLine line;
    private String shown = "";

    /**
     * @param tuplesOf number of tuples of the group of that name; throws an {@link SssException} if it does not exist
     */
    JobProgress(Console console, ToLongFunction<String> tuplesOf, int subgroupCount, LongSupplier nanoTime) {
        this.console = console;
        this.tuplesOf = tuplesOf;
        this.subgroupCount = subgroupCount;
        pace = new Pace(nanoTime);
    }

    void show(WorkflowReport status) {
        if (status.waiting() != null && line != null) {
            line.showWait(status.waiting());
            return;
        }
        status.jobs().stream()
                .filter(job -> job.state() == State.RUNNING)
                .findFirst()
                .ifPresent(this::show);
    }

    private void show(JobReport job) {
        if (!job.name().equals(shown)) {
            close();
            shown = job.name();
            line = ProgressLine.of(console, job.name(), inputTuples(job), ProgressLine.Unit.TUPLES, pace);
        }
        line.show(
                job.progress().tuplesIn(),
                job.progress().bytesIn(),
                job.progress().tuplesIn(),
                job.millis());
    }

    /**
     * Returns 0 if the number is unknown: for sources (which have more tasks than subgroups), for loops (whose progress
     * covers all iterations), and if the group has been dropped.
     */
    private long inputTuples(JobReport job) {
        if (job.iterations() > 0 || job.tasks() > subgroupCount) {
            return 0;
        }
        try {
            return job.inputs().stream().mapToLong(tuplesOf).sum();
        } catch (SssException e) {
            return 0;
        }
    }

    @Override
    public void close() {
        if (line != null) {
            line.close();
            line = null;
        }
    }
}
