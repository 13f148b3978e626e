package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is really synced, as the JVM sees it. */
class JournalSyncsTest {
    @TempDir
    Path directory;

    @Test
    void aNewJournalIsDurableWithTheNameOfItsDirectory() throws IOException {
        Path file = directory.resolve("coordinator/journal");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            Journal.rewrite(file, List.of("a line"));
            recording.stop();
            Path events = directory.resolve("events.jfr");
            recording.dump(events);
            assertThat(RecordingFile.readAllEvents(events).stream().sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .map(e -> directory.relativize(Path.of(e.getString("path"))).toString()))
                    .containsExactly("", "coordinator/journal.new", "coordinator");
        }
    }
}
