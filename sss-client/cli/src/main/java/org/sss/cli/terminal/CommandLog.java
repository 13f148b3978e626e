package org.sss.cli.terminal;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.ConsoleAppender;
import ch.qos.logback.core.LayoutBase;
import ch.qos.logback.core.encoder.LayoutWrappingEncoder;
import ch.qos.logback.core.spi.ContextAwareBase;

/**
 * The log of a command: warnings on standard error. A file would say the same, but its parsers are 400 classes, a tenth
 * of the start of a command. Has no effect without the property {@link #PROPERTY}, or with a configuration of the user.
 * Stateless.
 */
@ConfiguratorRank(ConfiguratorRank.CUSTOM_HIGH_PRIORITY)
public final class CommandLog extends ContextAwareBase implements Configurator {
    /** A system property; any value. */
    public static final String PROPERTY = "sss.log.command";

    private static final String LEVEL = "sss.log.level";

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (System.getProperty(PROPERTY) == null || System.getProperty(Logs.FILE) != null) {
            return ExecutionStatus.INVOKE_NEXT_IF_ANY;
        }
        LayoutWrappingEncoder<ILoggingEvent> encoder = new LayoutWrappingEncoder<>();
        encoder.setContext(context);
        encoder.setLayout(new Line());
        encoder.start();
        ConsoleAppender<ILoggingEvent> appender = new ConsoleAppender<>();
        appender.setContext(context);
        appender.setName("stderr");
        appender.setTarget("System.err");
        appender.setEncoder(encoder);
        appender.start();
        context.getLogger("ROOT").setLevel(level(Level.WARN));
        context.getLogger("ROOT").addAppender(appender);
        // The command itself reports why a connection was refused.
        context.getLogger("org.sss.net.transport").setLevel(level(Level.ERROR));
        return ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY;
    }

    private static Level level(Level otherwise) {
        return Level.toLevel(System.getProperty(LEVEL), otherwise);
    }

    /** Messages and traces may contain data of users. */
    private static final class Line extends LayoutBase<ILoggingEvent> {
        private static final int LEVEL_WIDTH = 5;
        private final String start = System.getProperty("sss.log.start", "");
        private final String end = System.getProperty("sss.log.end", "");
        private final PrintableLog.Trace trace = new PrintableLog.Trace();

        @Override
        public void start() {
            trace.start();
            super.start();
        }

        @Override
        public String doLayout(ILoggingEvent event) {
            String level = event.getLevel().toString();
            String logger = event.getLoggerName();
            return start + level + " ".repeat(Math.max(0, LEVEL_WIDTH - level.length())) + " "
                    + Printable.line(logger.substring(logger.lastIndexOf('.') + 1)) + ": " + PrintableLog.message(event)
                    + end + System.lineSeparator() + trace.convert(event);
        }
    }
}
