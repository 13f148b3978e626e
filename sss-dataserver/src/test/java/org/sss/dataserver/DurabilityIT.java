package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.Durability;
import org.sss.net.control.GroupKey;

/** What is really synced, as the JVM sees it. */
final class DurabilityIT {
    private static final Tuples STORED = Tuples.numbered("key", 1000, "value");

    @TempDir
    Path directory;

    /** The paths of all syncs below the data directory, in their order. */
    private List<String> syncsOfALife(Durability durability, long memoryBytes) throws IOException {
        Path data = directory.resolve("data");
        try (Recording recording = new Recording()) {
            recording.enable("jdk.FileForce").withThreshold(Duration.ZERO);
            recording.start();
            live(data, DataServerConfig.defaults().withDurability(durability).withMemoryBytes(memoryBytes));
            recording.stop();
            Path file = directory.resolve("events.jfr");
            recording.dump(file);
            return RecordingFile.readAllEvents(file).stream()
                    .filter(e -> e.getEventType().getName().equals("jdk.FileForce"))
                    .sorted(Comparator.comparing(RecordedEvent::getStartTime))
                    .map(e -> e.getString("path"))
                    .filter(path -> path.startsWith(data.toString()))
                    .map(path -> data.relativize(Path.of(path)).toString())
                    .toList();
        }
    }

    private static void live(Path data, DataServerConfig config) {
        try (TestNode node = TestNode.open(data, config)) {
            node.put(1, attempt(0), 0, STORED);
            node.put(1, attempt(0), 1, STORED);
            node.server().commit(GroupKey.of(1), List.of(attempt(0)));
            assertThat(node.read(1, 1)).isEqualTo(STORED);
            node.put(2, attempt(0), 0, STORED);
            node.server().drop(TestNode.keys(1L, 2L));
        }
    }

    /** With one file for all groups, it is the commit that makes the directory of a group. */
    @Test
    void theNameOfAGroupIsSyncedBeforeItsCommit() {
        List<String> syncs = new CopyOnWriteArrayList<>();
        Disk.Force force = (path, channel) ->
                syncs.add(path.getFileName() + (Files.isDirectory(path.resolve("1")) ? " with 1" : ""));
        DataServerConfig config = DataServerConfig.defaults().withLayout(DataServerConfig.Layout.TUPLES);
        try (TestNode node =
                TestNode.of(directory, DataServer.open(directory, config, new Disk(Durability.COMMIT, force)))) {
            node.put(1, attempt(0), 0, STORED);
            node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        }
        assertThat(syncs).containsSubsequence("groups with 1", "commit-1.tmp");
    }

    @Test
    void withoutDurabilityNothingIsSynced() throws IOException {
        assertThat(syncsOfALife(Durability.NONE, 0)).isEmpty();
        assertThat(syncsOfALife(Durability.NONE, 1 << 20)).isEmpty();
    }

    @Test
    void aCommitSyncsSegmentsThenTheirNamesThenItself() throws IOException {
        List<String> syncs = syncsOfALife(Durability.COMMIT, 0);
        assertThat(syncs.subList(0, 5)).as("start").containsExactly("", "format.tmp", "", "", "groups");
        assertThat(syncs.subList(5, 7)).containsExactlyInAnyOrder("groups/1/0-1.tmp", "groups/1/1-1.tmp");
        assertThat(syncs.subList(7, 11)).containsExactly("groups", "groups/1", "groups/1/commit-1.tmp", "groups/1");
        assertThat(syncs.subList(11, syncs.size())).as("drops").isNotEmpty().containsOnly("groups");
    }
}
