package org.sss.benchmarks.suite;

import java.util.Locale;
import org.sss.cli.terminal.Console;

/**
 * What is being done, how much of all that is, and how long the rest may take: one line on a terminal, else a line in a
 * log for each step. One thread at a time.
 */
public final class BenchProgress {
    private static final int COLUMNS = Integer.getInteger("sss.terminal", 80) - 1;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int PERCENT = 100;
    private static final int SECONDS_PER_MINUTE = 60;

    private final Console console;
    private final long start = System.nanoTime();
    private double total;
    private double done;
    private String last = "";

    public BenchProgress(Console console) {
        this.console = console;
    }

    /** Adds to what there is to do. */
    public void expect(double weight, int steps) {
        total += weight * steps;
    }

    /** Reports what is done from now on; the same again makes no line of its own in a log. */
    public void start(String what) {
        if (console.json()) {
            return;
        }
        if (console.terminal()) {
            console.err().print("\r" + String.format("%-" + COLUMNS + "." + COLUMNS + "s", section() + line(what)));
            console.err().flush();
        } else if (!what.equals(last)) {
            console.err().println(line(what));
        }
        last = what;
    }

    private String line(String what) {
        return String.format(Locale.ROOT, "[%3.0f%%%s] %s", total == 0 ? 0 : PERCENT * done / total, left(), what);
    }

    /** Which one of several sections this is: the stream puts it before whole lines only. */
    private String section() {
        return console.err() instanceof SectionStream section ? section.prefix() : "";
    }

    /** Something that was expected is done. */
    public void step(double weight) {
        done += weight;
    }

    /** A message that stays. */
    public void note(String text) {
        end();
        console.note(text);
    }

    /** Takes the line away. */
    public void end() {
        if (console.terminal() && !console.json()) {
            console.err().print("\r" + " ".repeat(COLUMNS) + "\r");
        }
    }

    private String left() {
        if (done == 0) {
            return "";
        }
        long seconds = Math.round((System.nanoTime() - start) / NANOS_PER_SECOND * (total - done) / done);
        return ", " + (seconds < 2 * SECONDS_PER_MINUTE ? seconds + " s" : seconds / SECONDS_PER_MINUTE + " min")
                + " left";
    }
}
