package org.sss.cli.workflow;

import java.util.function.LongSupplier;
import java.util.function.ToLongFunction;
import org.sss.api.SssException;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Pace;
import org.sss.cli.terminal.ProgressLine;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;

/** Shows the progress of the job that runs. One thread. */
final class JobProgress implements AutoCloseable {
    private final Console console;
    private final ToLongFunction<String> tuplesOf;
    private final int subgroupCount;
    private final Pace pace;
    private ProgressLine line;
    private String shown = "";

    /** @param tuplesOf a group of that name, or an {@link SssException} when it is gone */
    JobProgress(Console console, ToLongFunction<String> tuplesOf, int subgroupCount, LongSupplier nanoTime) {
        this.console = console;
        this.tuplesOf = tuplesOf;
        this.subgroupCount = subgroupCount;
        pace = new Pace(nanoTime);
    }

    void show(WorkflowStatus status) {
        if (status.waiting() != null && line != null) {
            line.showWait(status.waiting());
            return;
        }
        status.jobs().stream().filter(job -> job.state() == State.RUNNING).findFirst().ifPresent(this::show);
    }

    private void show(JobStatus job) {
        if (!job.name().equals(shown)) {
            close();
            shown = job.name();
            line = ProgressLine.of(console, job.name(), inputTuples(job), ProgressLine.Unit.TUPLES, pace);
        }
        line.show(job.progress().tuplesIn(), job.progress().bytesIn(), job.progress().tuplesIn(), job.millis());
    }

    /**
     * 0 when it is not known: nobody counts what a source has, which shows in more tasks than subgroups; progress in a loop is that of all
     * its iterations; and the group may be gone already.
     */
    private long inputTuples(JobStatus job) {
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
