package org.sss.cli.terminal;

import ch.qos.logback.classic.pattern.LoggerConverter;
import ch.qos.logback.classic.pattern.MessageConverter;
import ch.qos.logback.classic.pattern.ThrowableProxyConverter;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;

/**
 * Parts of log lines that may contain data of users, for the patterns of Logback. Control characters are escaped; lines
 * after the first are indented, so that data cannot forge a log line. Stateless.
 */
public final class PrintableLog {
    private static final String CONTINUED = "\n    ";

    private PrintableLog() {}

    /** {@code %msg}, with the name of the task. */
    public static final class Message extends MessageConverter {
        @Override
        public String convert(ILoggingEvent event) {
            return message(event);
        }
    }

    /** {@code %logger}: code of users names loggers, too. */
    public static final class Name extends LoggerConverter {
        @Override
        public String convert(ILoggingEvent event) {
            return Printable.line(super.convert(event));
        }
    }

    /** {@code %ex}: the stack trace, on lines of its own. */
    public static final class Trace extends ThrowableProxyConverter {
        @Override
        protected String throwableProxyToString(IThrowableProxy thrown) {
            return "    " + indented(super.throwableProxyToString(thrown).stripTrailing()) + "\n";
        }
    }

    static String message(ILoggingEvent event) {
        return indented(NodeLog.message(event));
    }

    private static String indented(String text) {
        return text == null ? "null" : Printable.of(text).replace("\n", CONTINUED);
    }
}
