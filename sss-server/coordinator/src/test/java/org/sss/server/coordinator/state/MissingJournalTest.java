package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.Compression;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.StoredGroups;

class MissingJournalTest {
    @TempDir
    Path directory;

    private CoordinatorState open() {
        return CoordinatorState.open(directory, new CoordinatorState.Shape(2, 4, 0), Clock.systemUTC(), id -> {});
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            | is empty; restore it from a backup
            3d8f00a1 {"entry":"clus | has no line with the id of its cluster; restore it from a backup
            """)
    void rejectsJournalWithoutCluster(String content, String expected) throws IOException {
        open().close();
        Path journal = CoordinatorState.journal(directory);
        byte[] damaged = (content == null ? "" : content).getBytes(StandardCharsets.US_ASCII);
        Files.write(journal, damaged);
        assertThatThrownBy(this::open)
                .hasMessageContaining("the journal " + journal + " " + expected)
                .hasMessageContaining("'sss cluster recover-journal'");
        assertThat(journal).hasBinaryContent(damaged);
    }

    @Test
    void laterStartsRetainGroupsOfLostJournal() {
        CoordinatorState.writeEmpty(directory, new Entry.Cluster("mine", 2, 4), 1000);
        for (int start = 0; start < 2; start++) {
            try (CoordinatorState state = open()) {
                assertThat(state.clusterId()).isEqualTo("mine");
                GroupInfo next = state.catalog()
                        .create(
                                new NewGroup("lines", "string", "string", true, false, "test", Compression.NONE),
                                false);
                assertThat(next.id()).isGreaterThanOrEqualTo(1000);
                state.catalog().discard(next.id());
                List<StoredGroup> stored = new ArrayList<>(StoredGroups.of(next));
                LongStream.of(7, 999)
                        .forEach(id -> stored.add(new StoredGroup(id, GroupKey.NO_IDENTITY, id == 7, false)));
                assertThat(state.catalog().sweeper().sweep(0, stored).dead()).containsExactly(next.key());
            }
        }
    }

    @Test
    void namesDirectoryInsteadOfJournal() throws IOException {
        Path journal = Files.createDirectories(CoordinatorState.journal(directory));
        assertThatThrownBy(this::open)
                .hasMessageContaining("there is a directory instead of the journal " + journal)
                .hasMessageContaining("restore the file from a backup");
    }

    @Test
    void missingJournalIsErrorOnlyIfThereIsData() throws IOException {
        Path groups = Files.createDirectory(directory.resolve("groups"));
        Path identity = directory.resolve("node.json");
        MissingJournal.check(directory, List.of(identity, groups));
        Files.createFile(identity);
        assertThatThrownBy(() -> MissingJournal.check(directory, List.of(identity, groups)))
                .hasMessageContaining("the journal " + CoordinatorState.journal(directory) + " is missing, but "
                        + identity + " exists");
        Files.delete(identity);
        Files.createDirectory(groups.resolve("1"));
        assertThatThrownBy(() -> MissingJournal.check(directory, List.of(identity, groups)))
                .hasMessageContaining("but " + groups + " exists");
        open().close();
        MissingJournal.check(directory, List.of(identity, groups));
        assertThat(CoordinatorState.isIn(directory)).isTrue();
    }
}
