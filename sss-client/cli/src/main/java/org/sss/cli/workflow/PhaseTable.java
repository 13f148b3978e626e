package org.sss.cli.workflow;

import java.util.Locale;
import org.sss.cli.terminal.Console;
import org.sss.net.control.JobReport;
import org.sss.net.control.ShuffleReport;
import org.sss.net.control.ThreadTimes;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;

/** The output of {@code sss job --csv}: where the time of each job went, a line for each thread and phase. One thread. */
final class PhaseTable {
    /** The node of the coordinator. */
    private static final int COORDINATOR = 0;

    private final Console console;

    PhaseTable(Console console) {
        this.console = console;
    }

    void print(WorkflowStatus status) {
        console.line("job,node,thread,phase,wall_ms,cpu_ms,calls");
        status.jobs().stream().filter(job -> job.report() != null && job.report().times() != null).forEach(this::print);
    }

    private void print(JobStatus job) {
        JobReport report = job.report();
        coordinator(job, "open", report.times().openMillis());
        ShuffleReport shuffle = report.shuffle();
        if (shuffle != null) {
            coordinator(job, "map", shuffle.mapMillis());
            coordinator(job, "move", shuffle.moveMillis());
            coordinator(job, "commit", shuffle.commitMillis());
        }
        for (ThreadTimes thread : report.times().threads()) {
            row(job, thread, "open", thread.open());
            row(job, thread, job.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'), thread.run());
            row(job, thread, "sort", thread.sort());
            row(job, thread, "send wait", thread.send());
            row(job, thread, "store", thread.store());
        }
    }

    private void coordinator(JobStatus job, String phase, long millis) {
        line(job, COORDINATOR, "coordinator", phase, millis + ".000", "", 1);
    }

    private void row(JobStatus job, ThreadTimes thread, String phase, ThreadTimes.Phase time) {
        line(job, thread.node(), thread.thread() == ThreadTimes.ALL ? "all" : Integer.toString(thread.thread()), phase, millis(time.wallMicros()),
                millis(time.cpuMicros()), time.calls());
    }

    private void line(JobStatus job, int node, String thread, String phase, String wall, String cpu, long calls) {
        console.line(quoted(job.name()) + "," + node + "," + thread + "," + phase + "," + wall + "," + cpu + "," + calls);
    }

    private static String millis(long micros) {
        return String.format(Locale.ROOT, "%d.%03d", micros / 1000, micros % 1000);
    }

    private static String quoted(String name) {
        return name.matches("[^,\"\r\n]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
