package org.sss.benchmarks.suite;

import java.util.Locale;
import org.sss.cli.terminal.Console;

/**
 * What is being done, how much of all that is, and how long the rest may take: a bar on a terminal, else a line in a
 * log. One thread at a time.
 */
public final class Progress {
    private static final int COLUMNS = Integer.getInteger("sss.terminal", 80) - 1;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int PERCENT = 100;
    private static final int BAR = 12;
    private static final int SECONDS_PER_MINUTE = 60;

    private final Console console;
    private final long start = System.nanoTime();
    private double total;
    private double done;
    private String last = "";

    public Progress(Console console) {
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
            console.err()
                    .print("\r" + fitted(section() + bar() + String.format(Locale.ROOT, " %.0f%%%s ", PERCENT * part(),
                    left()) + what));
            console.err().flush();
        } else if (!what.equals(last)) {
            console.err().println(String.format(Locale.ROOT, "[%3.0f%%%s] %s", PERCENT * part(), left(), what));
        }
        last = what;
    }

    private double part() {
        return total == 0 ? 0 : done / total;
    }

    /** Such as {@code [####........]}. */
    private String bar() {
        int full = (int) Math.min(BAR, BAR * part());
        return "[" + "#".repeat(full) + ".".repeat(BAR - full) + "]";
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
        clear();
        console.note(text);
    }

    /** Takes the line away. */
    public void end() {
        clear();
    }

    private void clear() {
        if (console.terminal() && !console.json()) {
            console.err().print("\r" + " ".repeat(COLUMNS) + "\r");
        }
    }

    private static String fitted(String text) {
        return text.length() > COLUMNS ? text.substring(0, COLUMNS) : text + " ".repeat(COLUMNS - text.length());
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
