package org.sss.net.peer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class LimitedLogTest {
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private final List<Runnable> minutes = new ArrayList<>();
    private final LimitedLog log = new LimitedLog(logger(), "silent connections", 3, minutes::add);

    private Logger logger() {
        Logger logger = new LoggerContext().getLogger("test");
        lines.start();
        logger.addAppender(lines);
        return logger;
    }

    private List<String> lines() {
        return lines.list.stream().map(event -> event.getLevel() + " " + event.getFormattedMessage()).toList();
    }

    private void warn(int times) {
        IntStream.range(0, times).forEach(i -> log.warn("{} is silent", i));
    }

    private void endMinute() {
        minutes.remove(0).run();
    }

    @Test
    void logsFirstLinesAndSummarisesTheRest() {
        warn(5_000);
        assertThat(lines()).containsExactly("WARN 0 is silent", "WARN 1 is silent", "WARN 2 is silent");
        endMinute();
        assertThat(lines()).hasSize(4).last().isEqualTo("WARN 4997 more lines about silent connections in the last minute, such as: 3 is silent");
    }

    @Test
    void minuteWithFewLinesHasNoSummary() {
        warn(3);
        endMinute();
        assertThat(lines()).hasSize(3);
        assertThat(minutes).isEmpty();
    }

    @Test
    void eachMinuteHasItsOwnLimit() {
        for (int minute = 0; minute < 3; minute++) {
            warn(10);
            endMinute();
        }
        assertThat(lines()).hasSize(12);
    }

    @Test
    void summaryHasTheHighestLevelOfItsLines() {
        warn(4);
        log.error("bug", new IllegalStateException("for a test"));
        endMinute();
        assertThat(lines().get(3)).startsWith("ERROR 2 more lines").endsWith("such as: bug");
    }

    @Test
    void logsTraceOfAnException() {
        log.error("{} failed", "x", new IllegalStateException("for a test"));
        assertThat(lines.list.get(0).getThrowableProxy().getMessage()).isEqualTo("for a test");
    }
}
