package org.sss.cli.terminal;

import java.io.PrintStream;
import java.util.Locale;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarConsumer;
import me.tongfei.progressbar.ProgressBarStyle;

/**
 * Progress of one task: a bar on a terminal, a line every few seconds in a log, nothing with {@code --json} or {@code
 * --quiet}. One thread.
 */
public interface ProgressLine extends AutoCloseable {
    /** Period at which {@link #show} should be called. */
    long periodMillis();

    /**
     * @param done   amount done of the total passed to {@link #of}
     * @param millis time since the task started
     */
    void show(long tuples, long bytes, long done, long millis);

    /** Shows what the task waits for. The next {@link #show} replaces it. */
    default void showWait(String waiting) {}

    @Override
    default void close() {}

    /** The unit of the progress. */
    enum Unit {
        BYTES {
            @Override
            String rate(double perSecond) {
                return perSecond >= MEGA
                        ? String.format(Locale.ROOT, "%.1f MB/s", perSecond / MEGA)
                        : perSecond >= KILO
                                ? String.format(Locale.ROOT, "%.0f kB/s", perSecond / KILO)
                                : String.format(Locale.ROOT, "%.0f B/s", perSecond);
            }

            @Override
            ProgressBarBuilder on(ProgressBarBuilder bar, long total) {
                return total <= 0 || total >= LARGE * KILO
                        ? bar.setUnit("MB", MEGA)
                        : total >= LARGE ? bar.setUnit("kB", KILO) : bar.setUnit("B", 1);
            }
        },
        TUPLES {
            @Override
            String rate(double perSecond) {
                return String.format(Locale.ROOT, "%.0f/s", perSecond);
            }

            @Override
            ProgressBarBuilder on(ProgressBarBuilder bar, long total) {
                return bar.setUnit("", 1);
            }
        };

        private static final long KILO = 1_000;
        private static final long MEGA = 1_000_000;
        /** Totals from this value are shown in thousands. */
        private static final long LARGE = 100_000;

        abstract String rate(double perSecond);

        abstract ProgressBarBuilder on(ProgressBarBuilder bar, long total);

        /** Such as {@code , 45.2 MB/s}; empty if the rate rounds to zero. */
        private String rate(long done, long millis) {
            double perSecond = done * 1e3 / Math.max(1, millis);
            return perSecond < 1 ? "" : ", " + rate(perSecond);
        }
    }

    /**
     * @param total amount to be done, in {@code unit}; 0 if unknown
     * @param pace  of the lines of a log; shared by successive tasks, so that many short tasks also print lines
     */
    static ProgressLine of(Console console, String task, long total, Unit unit, Pace pace) {
        if (console.json() || console.quiet()) {
            return new Silent();
        }
        return console.terminal() ? new Bar(console, task, total, unit) : new Lines(console, task, total, unit, pace);
    }

    /** {@code 1200000 tuples, 45.2 MB/s}. */
    private static String tuples(long tuples, long done, long millis, Unit unit) {
        return tuples == 0 ? "no tuples yet" : Units.count(tuples, "tuple") + unit.rate(done, millis);
    }

    /** For {@code --json} and {@code --quiet}. */
    record Silent() implements ProgressLine {
        @Override
        public long periodMillis() {
            return 1000;
        }

        @Override
        public void show(long tuples, long bytes, long done, long millis) {
            // no output
        }
    }

    /** For log files. */
    record Lines(Console console, String task, long total, Unit unit, Pace pace) implements ProgressLine {
        @Override
        public long periodMillis() {
            return Pace.PERIOD_MILLIS;
        }

        @Override
        public void showWait(String waiting) {
            if (pace.isDue()) {
                console.note(task + ": " + waiting);
            }
        }

        @Override
        public void show(long tuples, long bytes, long done, long millis) {
            if (pace.isDue()) {
                String percent = total > 0 && done > 0 ? " " + done * 100 / total + "%," : "";
                console.note(task + ":" + percent + " " + tuples(tuples, done, millis, unit));
            }
        }
    }

    /** For terminals. */
    final class Bar implements ProgressLine {
        private final OneLine line;
        private final ProgressBar bar;
        private final Unit unit;

        Bar(Console console, String task, long total, Unit unit) {
            this.unit = unit;
            line = new OneLine(console.err(), console.columns() - 1);
            bar = unit.on(new ProgressBarBuilder(), total)
                    .setTaskName(task)
                    .setInitialMax(total > 0 ? total : -1)
                    .hideEta()
                    .setStyle(ProgressBarStyle.ASCII)
                    .setUpdateIntervalMillis(200)
                    .clearDisplayOnFinish()
                    .setConsumer(line)
                    .build();
        }

        @Override
        public long periodMillis() {
            return 200;
        }

        @Override
        public void showWait(String waiting) {
            bar.setExtraMessage(waiting);
        }

        @Override
        public void show(long tuples, long bytes, long done, long millis) {
            bar.stepTo(done);
            // If the unit is tuples, the bar itself shows their number.
            bar.setExtraMessage(
                    unit == Unit.TUPLES
                            ? unit.rate(done, millis).replaceFirst("^, ", "")
                            : tuples(tuples, done, millis, unit));
        }

        @Override
        public void close() {
            bar.close();
            // The library does not clear a bar that it drew only once.
            line.clear();
        }
    }

    /**
     * A line of the terminal that is overwritten. The library's own consumers query the terminal for its width, which
     * replaces Java's handler of Ctrl-C: the process would end without cancelling its work.
     */
    record OneLine(PrintStream err, int width) implements ProgressBarConsumer {
        @Override
        public int getMaxRenderedLength() {
            return width;
        }

        @Override
        public void accept(String text) {
            print(Printable.line(text));
        }

        private void print(String text) {
            err.print("\r" + text);
            err.flush();
        }

        @Override
        public void clear() {
            print(" ".repeat(width) + "\r");
        }

        @Override
        public void close() {
            // The stream is the console's.
        }
    }
}
