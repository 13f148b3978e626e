package org.sss.net.peer;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.net.InetSocketAddress;
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
        return lines.list.stream()
                .map(event -> event.getLevel() + " " + event.getFormattedMessage())
                .toList();
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
        assertThat(lines())
                .hasSize(4)
                .last()
                .isEqualTo("WARN 4997 more lines about silent connections in the last minute, such as: 3 is silent");
    }

    @Test
    void onePeerDoesNotUseTheLinesOfOthers() {
        IntStream.range(0, 100).forEach(i -> log.warn(peer(1), "flood {}", i)); // each on another connection
        log.warn(peer(2), "other");
        assertThat(lines()).containsExactly("WARN flood 0", "WARN flood 1", "WARN flood 2", "WARN other");
        endMinute();
        assertThat(lines())
                .last()
                .isEqualTo("WARN 97 more lines about silent connections in the last minute, such as: flood 3");
        log.warn(peer(1), "flood again");
        assertThat(lines()).last().isEqualTo("WARN flood again");
    }

    @Test
    void aTokenIsOnePeerWhereverItIs() {
        for (int i = 0; i < 100; i++) {
            Peer peer = Peer.unauthenticated(new InetSocketAddress("192.0.2." + i, 1));
            peer.authenticated(new Principal("token 1", Role.RUN, List.of(), 75));
            log.warn(peer, "x");
        }
        log.warn(peer(1), "other");
        assertThat(lines()).hasSize(4);
    }

    @Test
    void allPeersTogetherHaveTheLinesOfTen() {
        for (int i = 0; i < 200; i++) {
            log.warn(peer(i), "x");
            log.warn(peer(i), "x");
        }
        assertThat(lines()).hasSize(30);
        endMinute();
        assertThat(lines()).hasSize(31).last().asString().startsWith("WARN 370 more lines");
        log.warn(peer(1), "next minute");
        assertThat(lines()).hasSize(32);
    }

    @Test
    void longLinesAreCut() {
        log.warn("{}", "x".repeat(100_000));
        assertThat(lines().get(0)).hasSizeLessThan(4100).endsWith("xxx... (100000 characters)");
    }

    private static Peer peer(int number) {
        return Peer.at(new InetSocketAddress("192.0.2." + number, 1));
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
