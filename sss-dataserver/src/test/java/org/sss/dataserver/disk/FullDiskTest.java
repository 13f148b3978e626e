package org.sss.dataserver.disk;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

class FullDiskTest {
    private static final Path FILE = Path.of("/data/groups/2/0-1.tmp");

    private final Logger logger = (Logger) LoggerFactory.getLogger(FullDisk.class);
    private final ListAppender<ILoggingEvent> lines = new ListAppender<>();
    private long free;
    private long now;
    private final FullDisk disk = new FullDisk(path -> free, () -> now);

    @BeforeEach
    void listen() {
        lines.start();
        logger.addAppender(lines);
    }

    @AfterEach
    void end() {
        logger.detachAppender(lines);
    }

    @Test
    void aWriteThatFailedOnAFullDiskIsLoggedOnceAMinute() {
        free = 4096;
        disk.report(FILE, "No space left on device");
        disk.report(FILE, "No space left on device");
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .startsWith("The disk of " + FILE + " is full, 4096 bytes are free: No space left on device.");
        });
        now += TimeUnit.MINUTES.toNanos(1);
        disk.report(FILE, "No space left on device");
        assertThat(lines.list).hasSize(2);
    }

    @Test
    void anotherErrorOfTheDiskIsNotLogged() {
        free = 1L << 40;
        disk.report(FILE, "Input/output error");
        free = -1;
        disk.report(FILE, "the disk is gone");
        assertThat(lines.list).isEmpty();
    }
}
