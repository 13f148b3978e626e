package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.state.CoordinatorState.Persistence;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

/** The syncs that the JVM records. */
class JournalSyncsTest {
    @TempDir
    Path directory;

    @Test
    void syncsNewJournalAndItsDirectory() throws IOException {
        Path file = directory.resolve("coordinator/journal");
        assertThat(synced(() -> Journal.rewrite(file, List.of("a line"))))
                .containsExactly("", "coordinator/journal.new", "coordinator");
    }

    @Test
    void syncsGroupBeforeItIsAnnounced() throws IOException {
        try (CoordinatorState state = open(Persistence.SYNCED)) {
            long id = create(state);
            assertThat(synced(() -> state.catalog().publish(id, new Committed(List.of(Stored.NONE)))))
                    .containsExactly("coordinator/journal");
        }
    }

    @Test
    void syncsDropButNotPublishIfGroupsNeedNotSurviveCrash() throws IOException {
        try (CoordinatorState state = open(Persistence.WRITTEN)) {
            long id = create(state);
            assertThat(synced(() -> state.catalog().publish(id, new Committed(List.of(Stored.NONE)))))
                    .isEmpty();
            assertThat(synced(() -> state.catalog().drop("words"))).containsExactly("coordinator/journal");
        }
    }

    @Test
    void syncsNewNameBeforeItIsAnnounced() throws IOException {
        try (CoordinatorState state = open(Persistence.SYNCED)) {
            state.catalog().publish(create(state), new Committed(List.of(Stored.NONE)));
            assertThat(synced(() -> state.catalog().names().rename("words", "renamed", false)))
                    .containsExactly("coordinator/journal");
            state.catalog().publish(create(state), new Committed(List.of(Stored.NONE)));
            assertThat(synced(() -> state.catalog().names().rename("renamed", "words", true)))
                    .containsExactly("coordinator/journal");
        }
    }

    /** Even if groups may be lost: the files of a replaced group are deleted. */
    @Test
    void syncsRenameIfGroupsNeedNotSurviveCrash() throws IOException {
        try (CoordinatorState state = open(Persistence.WRITTEN)) {
            state.catalog().publish(create(state), new Committed(List.of(Stored.NONE)));
            assertThat(synced(() -> state.catalog().names().rename("words", "renamed", false)))
                    .containsExactly("coordinator/journal");
        }
    }

    @Test
    void writesNothingWithoutPersistence() throws IOException {
        assertThat(synced(() -> {
                    try (CoordinatorState state = open(Persistence.NONE)) {
                        state.catalog().publish(create(state), new Committed(List.of(Stored.NONE)));
                        assertThat(state.catalog().get("words").name()).isEqualTo("words");
                        state.catalog().drop("words");
                    }
                }))
                .isEmpty();
        assertThat(directory.resolve("coordinator")).doesNotExist();
    }

    private CoordinatorState open(Persistence persistence) {
        return CoordinatorState.open(directory, new Shape(1, 4, 4), persistence, Clock.systemUTC(), id -> {});
    }

    private static long create(CoordinatorState state) {
        return state.catalog()
                .create(new NewGroup("words", "string", "long", true, false, "import", Compression.NONE), false)
                .id();
    }

    /** Files that are synced during the action, in the order of time. */
    private List<String> synced(Runnable work) throws IOException {
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            work.run();
            recording.stop();
            Path events = directory.resolve("events.jfr");
            recording.dump(events);
            return RecordingFile.readAllEvents(events).stream()
                    .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .map(e -> directory.relativize(Path.of(e.getString("path"))).toString())
                    .toList();
        }
    }
}
