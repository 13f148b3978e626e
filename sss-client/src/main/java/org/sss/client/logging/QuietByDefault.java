package org.sss.client.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.Configurator;
import ch.qos.logback.classic.spi.ConfiguratorRank;
import ch.qos.logback.core.spi.ContextAwareBase;
import java.util.List;

/**
 * Without a configuration, Logback prints everything from DEBUG, which is 50 lines of Netty at each start. This raises
 * the level of SSS and its libraries to WARN. Has no effect if the program has a configuration. Stateless.
 */
@ConfiguratorRank(ConfiguratorRank.FALLBACK)
public final class QuietByDefault extends ContextAwareBase implements Configurator {
    private static final String FILE_PROPERTY = "logback.configurationFile";
    private static final List<String> FILES =
            List.of("logback-test.xml", "logback.xml", "logback-test.scmo", "logback.scmo");
    private static final List<String> LOGGERS = List.of("io.netty", "org.sss");

    @Override
    public ExecutionStatus configure(LoggerContext context) {
        if (!isConfigured()) {
            LOGGERS.forEach(logger -> context.getLogger(logger).setLevel(Level.WARN));
        }
        return ExecutionStatus.INVOKE_NEXT_IF_ANY;
    }

    private static boolean isConfigured() {
        return System.getProperty(FILE_PROPERTY) != null
                || System.getenv(FILE_PROPERTY) != null
                || FILES.stream().anyMatch(QuietByDefault::isThere);
    }

    private static boolean isThere(String file) {
        ClassLoader ofThread = Thread.currentThread().getContextClassLoader();
        return ClassLoader.getSystemResource(file) != null
                || QuietByDefault.class.getClassLoader().getResource(file) != null
                || ofThread != null && ofThread.getResource(file) != null;
    }
}
