package org.sss.cli.workflow;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.cli.terminal.Units;
import org.sss.client.JobReport;
import org.sss.client.JobStatistics.PhaseMicros;
import org.sss.client.JobStatistics.TaskTimes;
import org.sss.client.JobStatistics.Times;
import org.sss.client.WorkflowReport;

/** The output of {@code sss job --tasks}: what each thread did from the start of a job to its last task. One thread. */
final class TaskTimeline {
    /** Of the phases, in the order of {@link #phases}. */
    private static final String LETTERS = "or#swft";

    private static final char SHORT = ':';
    private static final char NOTHING = '.';
    private static final int MIN_CELLS = 20;
    /** Width of the columns before the line, with their gaps. */
    private static final int OTHER_COLUMNS = "NODE  THREAD  TASKS  BUSY %  ".length();

    private static final Comparator<TaskTimes> BY_THREAD = Comparator.comparingInt(TaskTimes::node)
            .thenComparingInt(TaskTimes::thread)
            .thenComparingLong(TaskTimes::startMicros);

    private final Console console;

    TaskTimeline(Console console) {
        this.console = console;
    }

    /** Returns the tasks of a job, those of a thread one after the other. */
    static List<TaskTimes> byThread(JobReport job) {
        return job.statistics() == null || job.statistics().times() == null
                ? List.of()
                : job.statistics().times().tasks().stream().sorted(BY_THREAD).toList();
    }

    /** Returns what is known of the tasks of a job. */
    static String summary(JobReport job) {
        int shown = byThread(job).size();
        if (shown == 0) {
            return job.name() + ": no times of tasks; they took less than " + Times.SHORT_MILLIS
                    + " ms, none has ended, or an earlier version ran the job";
        }
        long ended = job.statistics().times().threads().stream()
                .mapToLong(thread -> thread.open().calls())
                .sum();
        return job.name() + (job.iterations() > 0 ? ", iteration " + job.iterations() : "") + ": "
                + (shown < ended ? "the " + shown + " longest of " : "") + Units.count(ended, "task")
                + (job.state() == WorkflowReport.State.SUCCEEDED ? "" : " (job did not succeed)");
    }

    void print(WorkflowReport status) {
        for (JobReport job : status.jobs()) {
            console.line(summary(job));
            lines(byThread(job));
            console.line("");
        }
        console.line("o open, r read, # run, s sort, w wait to send, f free, t store;");
        console.line(": tasks for less than half of the time, . no task");
        console.line("The phases of a task alternate; its line has their shares, in this order.");
    }

    private void lines(List<TaskTimes> tasks) {
        if (!tasks.isEmpty()) {
            long endMicros = tasks.stream()
                    .mapToLong(task -> task.startMicros() + task.micros().sum())
                    .max()
                    .orElseThrow();
            int cells = Math.max(MIN_CELLS, console.columns() - OTHER_COLUMNS);
            Table table = new Table("NODE", "THREAD", "TASKS", "BUSY %", axis(endMicros, cells));
            for (List<TaskTimes> thread : threads(tasks)) {
                long busy =
                        thread.stream().mapToLong(task -> task.micros().sum()).sum();
                table.row(
                        thread.get(0).node(),
                        thread.get(0).thread(),
                        thread.size(),
                        String.format(Locale.ROOT, "%.1f", 100.0 * busy / Math.max(1, endMicros)),
                        line(thread, endMicros, cells));
            }
            table.print(console);
        }
    }

    private static String axis(long endMicros, int cells) {
        String end = Units.seconds(endMicros / 1000) + " s";
        return "0" + " ".repeat(cells - 1 - end.length()) + end;
    }

    /** Splits tasks that are sorted by thread. */
    private static List<List<TaskTimes>> threads(List<TaskTimes> tasks) {
        List<List<TaskTimes>> threads = new ArrayList<>();
        TaskTimes last = null;
        for (TaskTimes task : tasks) {
            if (last == null || last.node() != task.node() || last.thread() != task.thread()) {
                threads.add(new ArrayList<>());
            }
            threads.get(threads.size() - 1).add(task);
            last = task;
        }
        return threads;
    }

    /** Returns a character for each of {@code cells} equal parts of the time until {@code endMicros}. */
    static String line(List<TaskTimes> thread, long endMicros, int cells) {
        double cellMicros = Math.max(1, endMicros) / (double) cells;
        double[][] shares = new double[cells][LETTERS.length()];
        for (TaskTimes task : thread) {
            double start = task.startMicros() / cellMicros;
            long[] phases = phases(task.micros());
            for (int phase = 0; phase < phases.length; phase++) {
                double end = start + phases[phase] / cellMicros;
                add(shares, phase, start, end);
                start = end;
            }
        }
        StringBuilder line = new StringBuilder(cells);
        for (double[] cell : shares) {
            line.append(character(cell));
        }
        return line.toString();
    }

    private static long[] phases(PhaseMicros micros) {
        return new long[] {
            micros.open(), micros.read(), micros.run(), micros.sort(), micros.send(), micros.free(), micros.store()
        };
    }

    /** Adds a phase to the cells that it touches; 1 is the width of a cell. */
    private static void add(double[][] shares, int phase, double start, double end) {
        for (int cell = Math.max(0, (int) start); cell < Math.min(shares.length, end); cell++) {
            shares[cell][phase] += Math.min(cell + 1, end) - Math.max(cell, start);
        }
    }

    private static char character(double[] shares) {
        double busy = Arrays.stream(shares).sum();
        if (busy < 0.5) {
            return busy > 0 ? SHORT : NOTHING;
        }
        int most = 0;
        for (int phase = 1; phase < shares.length; phase++) {
            most = shares[phase] > shares[most] ? phase : most;
        }
        return LETTERS.charAt(most);
    }
}
