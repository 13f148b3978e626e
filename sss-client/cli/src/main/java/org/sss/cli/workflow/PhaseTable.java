package org.sss.cli.workflow;

import java.util.Locale;
import org.sss.cli.terminal.Console;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics;
import org.sss.client.JobStatistics.JvmCosts;
import org.sss.client.JobStatistics.Phase;
import org.sss.client.JobStatistics.ShuffleReport;
import org.sss.client.JobStatistics.ThreadTimes;
import org.sss.client.WorkflowReport;

/**
 * The output of {@code sss job --csv}: where the time of each job went, a line for each thread and phase. One thread.
 */
final class PhaseTable {
    /** The node of the coordinator. */
    private static final int COORDINATOR = 0;

    private final Console console;

    PhaseTable(Console console) {
        this.console = console;
    }

    void print(WorkflowReport status) {
        console.line("job,node,thread,phase,wall_ms,cpu_ms,calls,allocated_bytes,gc_ms,blocked,blocked_ms");
        status.jobs().stream()
                .filter(job -> job.statistics() != null && job.statistics().times() != null)
                .forEach(this::print);
    }

    private void print(JobReport job) {
        JobStatistics report = job.statistics();
        coordinator(job, "open", report.times().openMillis());
        ShuffleReport shuffle = report.shuffle();
        if (shuffle != null) {
            coordinator(job, "map", shuffle.mapMillis());
            coordinator(job, "move", shuffle.moveMillis());
            coordinator(job, "commit", shuffle.commitMillis());
        }
        for (ThreadTimes thread : report.times().threads()) {
            row(job, thread, "open", thread.open());
            row(job, thread, "read", thread.input().read());
            row(job, thread, job.kind().name().toLowerCase(Locale.ROOT).replace('_', '-'), thread.run());
            row(job, thread, "sort", thread.output().sort());
            row(job, thread, "send wait", thread.output().send());
            row(job, thread, "free", thread.input().free());
            row(job, thread, "store", thread.output().store());
            jvm(job, thread);
        }
    }

    private void coordinator(JobReport job, String phase, long millis) {
        line(job, COORDINATOR, "coordinator", phase, millis + ".000", "", 1);
    }

    /** What is measured for whole tasks has a line without times, so that sums of a column stay sums. */
    private void jvm(JobReport job, ThreadTimes thread) {
        JvmCosts jvm = thread.jvm();
        if (jvm != null) {
            console.line(String.join(
                    ",",
                    quoted(job.name()),
                    Integer.toString(thread.node()),
                    number(thread),
                    "tasks",
                    "",
                    "",
                    Long.toString(thread.open().calls()),
                    jvm.allocatedBytes() > 0 ? Long.toString(jvm.allocatedBytes()) : "",
                    Long.toString(jvm.gcMillis()),
                    Long.toString(jvm.blockedCount()),
                    jvm.blockedMillis() < 0 ? "" : Long.toString(jvm.blockedMillis())));
        }
    }

    private static String number(ThreadTimes thread) {
        return thread.thread() == ThreadTimes.ALL ? "all" : Integer.toString(thread.thread());
    }

    private void row(JobReport job, ThreadTimes thread, String phase, Phase time) {
        line(
                job,
                thread.node(),
                number(thread),
                phase,
                millis(time.wallMicros()),
                millis(time.cpuMicros()),
                time.calls());
    }

    private void line(JobReport job, int node, String thread, String phase, String wall, String cpu, long calls) {
        console.line(quoted(job.name()) + "," + node + "," + thread + "," + phase + "," + wall + "," + cpu + "," + calls
                + ",,,,");
    }

    static String millis(long micros) {
        return String.format(Locale.ROOT, "%d.%03d", micros / 1000, micros % 1000);
    }

    static String quoted(String name) {
        return name.matches("[^,\"\r\n]*") ? name : '"' + name.replace("\"", "\"\"") + '"';
    }
}
