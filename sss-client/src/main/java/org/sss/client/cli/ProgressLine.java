package org.sss.client.cli;

import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/** One task's progress: a bar on a terminal, a line every few seconds elsewhere, nothing for machines. One thread. */
interface ProgressLine extends AutoCloseable {
    /** How often {@link #show} is worth calling. */
    long periodMillis();

    /**
     * @param done   of the total that {@link #of} was given
     * @param millis that it took so far
     */
    void show(long tuples, long bytes, long done, long millis);

    @Override
    default void close() {
    }

    /** What the bar counts. */
    enum Unit {
        BYTES("MB", 1_000_000), TUPLES("k", 1_000);

        private final String shown;
        private final long size;

        Unit(String shown, long size) {
            this.shown = shown;
            this.size = size;
        }
    }

    /**
     * @param total what is to be done, in {@code unit}; 0 when it is not known
     * @param pace  of the lines of a log: that of the task before where tasks take turns, so that none of them is always too short for a line
     */
    static ProgressLine of(Console console, String task, long total, Unit unit, Pace pace) {
        if (console.json()) {
            return new Silent();
        }
        return console.terminal() ? new Bar(console, task, total, unit) : new Lines(console, task, total, pace);
    }

    /** {@code 1200000 tuples, 300000/s, 45.2 MB/s}. */
    static String rates(long tuples, long bytes, long millis) {
        double seconds = Math.max(1, millis) / 1e3;
        return String.format(Locale.ROOT, "%d tuples, %.0f/s, %.1f MB/s", tuples, tuples / seconds, bytes / 1e6 / seconds);
    }

    /** For machines. */
    record Silent() implements ProgressLine {
        @Override
        public long periodMillis() {
            return 1000;
        }

        @Override
        public void show(long tuples, long bytes, long done, long millis) {
            // Nobody looks.
        }
    }

    /** For log files. */
    record Lines(Console console, String task, long total, Pace pace) implements ProgressLine {
        @Override
        public long periodMillis() {
            return Pace.PERIOD_MILLIS;
        }

        @Override
        public void show(long tuples, long bytes, long done, long millis) {
            if (pace.isDue()) {
                String part = total > 0 ? " " + done * 100 / total + "%," : "";
                console.note(task + ":" + part + " " + rates(tuples, bytes, millis));
            }
        }
    }

    /** For people. */
    final class Bar implements ProgressLine {
        private final OneLine line;
        private final ProgressBar bar;

        Bar(Console console, String task, long total, Unit unit) {
            line = new OneLine(console.err());
            bar = new ProgressBarBuilder().setTaskName(task).setInitialMax(total > 0 ? total : -1).hideEta()
                    .setUnit(unit.shown, unit.size)
                    .setStyle(ProgressBarStyle.ASCII).setUpdateIntervalMillis(200).clearDisplayOnFinish()
                    .setConsumer(line).build();
        }

        @Override
        public long periodMillis() {
            return 200;
        }

        @Override
        public void show(long tuples, long bytes, long done, long millis) {
            bar.stepTo(done);
            bar.setExtraMessage(rates(tuples, bytes, millis));
        }

        @Override
        public void close() {
            bar.close();
            // The library leaves a bar there that it drew only once.
            line.clear();
        }
    }

    /**
     * A line of the terminal that is drawn over. The library's own consumers ask the terminal for its width by themselves,
     * and by that take the signal of Ctrl-C out of Java's hands: the process would end without cancelling its work.
     */
    record OneLine(PrintStream err) implements ProgressBarConsumer {
        /** As the launcher found it. */
        private static final int COLUMNS = Integer.getInteger("sss.terminal", 80) - 1;

        @Override
        public int getMaxRenderedLength() {
            return COLUMNS;
        }

        @Override
        public void accept(String text) {
            err.print("\r" + text);
            err.flush();
        }

        @Override
        public void clear() {
            accept(" ".repeat(COLUMNS) + "\r");
        }

        @Override
        public void close() {
            // The stream is the console's.
        }
    }
}
