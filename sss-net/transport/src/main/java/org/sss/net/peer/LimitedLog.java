package org.sss.net.peer;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * A kind of log line that peers or user code can cause any number of times. The first lines of a minute about each
 * token, or each address without a token, are logged; further ones are counted and summarised in one line at the end of
 * the minute. So a peer does not hide what others do. All together have the lines of ten. Uses a fixed amount of
 * memory. Thread-safe.
 */
public final class LimitedLog {
    private static final int LINES = 5;
    /** Peers that may have all their lines in a minute. */
    private static final int PEERS = 10;

    private static final int MAX_CHARS = 4000;
    /** Causes the lines that are not about a peer. */
    private static final String NOBODY = "";

    private static final long PERIOD_SECONDS = 60;

    private final Logger log;
    private final String what;
    private final int lines;
    private final Consumer<Runnable> later;
    /** Of the current minute. Guarded by this, as are the fields below. */
    private int logged;
    /** Lines by who has caused them: at most as many entries as lines. */
    private final Map<String, Integer> causes = new HashMap<>();

    private long omitted;
    private long total;
    private boolean isPeriodRunning;
    private Level worst;
    private String last;

    /**
     * Five lines a minute about each peer.
     *
     * @param what the subject in the plural, such as {@code silent connections}
     */
    public LimitedLog(Logger log, String what) {
        this(log, what, LINES);
    }

    public LimitedLog(Logger log, String what, int linesPerMinute) {
        this(
                log,
                what,
                linesPerMinute,
                work -> CompletableFuture.delayedExecutor(PERIOD_SECONDS, TimeUnit.SECONDS)
                        .execute(work));
    }

    /** @param later runs a task when a minute is over */
    LimitedLog(Logger log, String what, int linesPerMinute, Consumer<Runnable> later) {
        this.log = log;
        this.what = what;
        this.lines = linesPerMinute;
        this.later = later;
    }

    public void info(String format, Object... arguments) {
        line(NOBODY, Level.INFO, format, arguments);
    }

    /** A line that {@code cause} has caused. */
    public void info(Peer cause, String format, Object... arguments) {
        line(cause.quotaName(), Level.INFO, format, arguments);
    }

    public void warn(String format, Object... arguments) {
        line(NOBODY, Level.WARN, format, arguments);
    }

    /** A line that {@code cause} has caused. */
    public void warn(Peer cause, String format, Object... arguments) {
        line(cause.quotaName(), Level.WARN, format, arguments);
    }

    public void error(String format, Object... arguments) {
        line(NOBODY, Level.ERROR, format, arguments);
    }

    /** A line that {@code cause} has caused. */
    public void error(Peer cause, String format, Object... arguments) {
        line(cause.quotaName(), Level.ERROR, format, arguments);
    }

    /** Returns the number of all lines, logged or not. */
    public synchronized long count() {
        return total;
    }

    private void line(String cause, Level level, String format, Object[] arguments) {
        if (isLogged(cause, level, format, arguments)) {
            Object end = arguments.length == 0 ? null : arguments[arguments.length - 1];
            log(level, text(format, arguments), end instanceof Throwable thrown ? thrown : null);
        }
    }

    /** Peers choose much of it. */
    private static String text(String format, Object... arguments) {
        String text = MessageFormatter.basicArrayFormat(format, arguments);
        return text.length() <= MAX_CHARS
                ? text
                : text.substring(0, MAX_CHARS) + "... (" + text.length() + " characters)";
    }

    private void log(Level level, String text, Throwable thrown) {
        log.atLevel(level).setCause(thrown).log(text);
    }

    private synchronized boolean isLogged(String cause, Level level, String format, Object[] arguments) {
        total++;
        if (!isPeriodRunning) {
            isPeriodRunning = startPeriod();
        }
        if (logged < PEERS * lines && causes.getOrDefault(cause, 0) < lines) {
            logged++;
            causes.merge(cause, 1, Integer::sum);
            return true;
        }
        if (omitted++ == 0 || level.toInt() > worst.toInt()) {
            worst = level;
            last = text(format, arguments);
        }
        return false;
    }

    /** Schedules the end of the minute. If no thread can be started, the next line tries again. */
    private boolean startPeriod() {
        try {
            later.accept(this::endPeriod);
            return true;
        } catch (OutOfMemoryError e) {
            return false;
        }
    }

    private void endPeriod() {
        long count;
        Level level;
        String example;
        synchronized (this) {
            count = omitted;
            level = worst;
            example = last;
            omitted = 0;
            logged = 0;
            causes.clear();
            last = null;
            isPeriodRunning = false;
        }
        if (count > 0) {
            log(level, count + " more lines about " + what + " in the last minute, such as: " + example, null);
        }
    }
}
