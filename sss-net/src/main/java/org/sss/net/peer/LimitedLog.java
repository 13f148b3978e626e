package org.sss.net.peer;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.event.Level;
import org.slf4j.helpers.MessageFormatter;

/**
 * A kind of log line that peers or user code can cause any number of times. The first lines of a minute are logged;
 * further ones are counted and summarised in one line at the end of the minute. Uses a fixed amount of memory.
 * Thread-safe.
 */
public final class LimitedLog {
    private static final int LINES = 5;
    private static final long PERIOD_SECONDS = 60;

    private final Logger log;
    private final String what;
    private final int lines;
    private final Consumer<Runnable> later;
    /** Of the current minute. Guarded by this, as are the fields below. */
    private int logged;
    private long omitted;
    private boolean isPeriodRunning;
    private Level worst;
    private String last;

    /** Five lines a minute. @param what the subject in the plural, such as {@code silent connections} */
    public LimitedLog(Logger log, String what) {
        this(log, what, LINES);
    }

    public LimitedLog(Logger log, String what, int linesPerMinute) {
        this(log, what, linesPerMinute, work -> CompletableFuture.delayedExecutor(PERIOD_SECONDS, TimeUnit.SECONDS).execute(work));
    }

    /** @param later runs a task when a minute is over */
    LimitedLog(Logger log, String what, int linesPerMinute, Consumer<Runnable> later) {
        this.log = log;
        this.what = what;
        this.lines = linesPerMinute;
        this.later = later;
    }

    public void info(String format, Object... arguments) {
        line(Level.INFO, format, arguments);
    }

    public void warn(String format, Object... arguments) {
        line(Level.WARN, format, arguments);
    }

    public void error(String format, Object... arguments) {
        line(Level.ERROR, format, arguments);
    }

    private void line(Level level, String format, Object[] arguments) {
        if (isLogged(level, format, arguments)) {
            log(level, format, arguments);
        }
    }

    private void log(Level level, String format, Object... arguments) {
        switch (level) {
            case ERROR -> log.error(format, arguments);
            case WARN -> log.warn(format, arguments);
            default -> log.info(format, arguments);
        }
    }

    private synchronized boolean isLogged(Level level, String format, Object[] arguments) {
        if (!isPeriodRunning) {
            isPeriodRunning = startPeriod();
        }
        if (logged < lines) {
            logged++;
            return true;
        }
        if (omitted++ == 0 || level.toInt() > worst.toInt()) {
            worst = level;
            last = MessageFormatter.basicArrayFormat(format, arguments);
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
            last = null;
            isPeriodRunning = false;
        }
        if (count > 0) {
            log(level, "{} more lines about {} in the last minute, such as: {}", count, what, example);
        }
    }
}
