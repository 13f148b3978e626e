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

    /** @param done of the total that {@link #of} was given */
    void show(long tuples, long bytes, long done);

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

    /** @param total what is to be done, in {@code unit}; 0 when it is not known */
    static ProgressLine of(Console console, String task, long total, Unit unit) {
        if (console.json()) {
            return new Silent();
        }
        return console.terminal() ? new Bar(console, task, total, unit) : new Lines(console, task, total);
    }

    /** {@code 1200000 tuples, 300000/s, 45.2 MB/s}. */
    static String rates(long tuples, long bytes, long sinceNanos) {
        double seconds = Math.max(1e-3, (System.nanoTime() - sinceNanos) / 1e9);
        return String.format(Locale.ROOT, "%d tuples, %.0f/s, %.1f MB/s", tuples, tuples / seconds, bytes / 1e6 / seconds);
    }

    /** For machines. */
    record Silent() implements ProgressLine {
        @Override
        public long periodMillis() {
            return 1000;
        }

        @Override
        public void show(long tuples, long bytes, long done) {
            // Nobody looks.
        }
    }

    /** For log files. */
    final class Lines implements ProgressLine {
        private static final long PERIOD_MILLIS = 3000;

        private final Console console;
        private final String task;
        private final long total;
        private final long begin = System.nanoTime();
        private long last = begin;

        Lines(Console console, String task, long total) {
            this.console = console;
            this.task = task;
            this.total = total;
        }

        @Override
        public long periodMillis() {
            return PERIOD_MILLIS;
        }

        @Override
        public void show(long tuples, long bytes, long done) {
            long now = System.nanoTime();
            if (now - last >= PERIOD_MILLIS * 900_000) {
                last = now;
                String part = total > 0 ? " " + done * 100 / total + "%," : "";
                console.note(task + ":" + part + " " + rates(tuples, bytes, begin));
            }
        }
    }

    /** For people. */
    final class Bar implements ProgressLine {
        private final OneLine line;
        private final ProgressBar bar;
        private final long begin = System.nanoTime();

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
        public void show(long tuples, long bytes, long done) {
            bar.stepTo(done);
            bar.setExtraMessage(rates(tuples, bytes, begin));
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
