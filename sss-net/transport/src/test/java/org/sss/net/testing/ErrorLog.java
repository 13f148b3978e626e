package org.sss.net.testing;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.slf4j.LoggerFactory;

/**
 * Captures log events of SSS classes from a level on, replacing all other appenders, until it is closed. Thread-safe.
 */
public final class ErrorLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
    private final Logger logger = (Logger) LoggerFactory.getLogger("org.sss");
    private final Queue<ILoggingEvent> events = new ConcurrentLinkedQueue<>();

    private ErrorLog() {}

    /** Captures errors only. */
    public static ErrorLog open() {
        return open(Level.ERROR);
    }

    public static ErrorLog open(Level min) {
        ErrorLog log = new ErrorLog();
        log.start();
        log.logger.setLevel(min);
        log.logger.setAdditive(false);
        log.logger.addAppender(log);
        return log;
    }

    @Override
    protected void append(ILoggingEvent event) {
        events.add(event);
    }

    /** Returns the events since the last call: level and message, with the class of an attached throwable. */
    public List<String> take() {
        List<String> lines = new ArrayList<>();
        for (ILoggingEvent event = events.poll(); event != null; event = events.poll()) {
            String thrown = event.getThrowableProxy() == null
                    ? ""
                    : " <" + event.getThrowableProxy().getClassName() + ": "
                            + event.getThrowableProxy().getMessage() + ">";
            lines.add(event.getLevel() + " " + event.getFormattedMessage() + thrown);
        }
        return lines;
    }

    @Override
    public void close() {
        logger.detachAppender(this);
        logger.setAdditive(true);
        logger.setLevel(null);
        stop();
    }
}
