package org.sss.server.coordinator.state;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.DataVerbs.StoredGroup;
import org.sss.net.control.Extent;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.Relocation;
import org.sss.net.control.ServerVerbs.NewGroup;
import org.sss.server.coordinator.StoredGroups;
import org.sss.server.coordinator.state.CatalogNames.Naming;
import org.sss.server.coordinator.state.CoordinatorState.Persistence;
import org.sss.server.coordinator.state.CoordinatorState.Shape;

class CatalogTest {
    private static final String COMPRESSION_IN_JSON = ",\"compression\":\"NONE\"";
    private static final Committed STORED = new Committed(List.of(new Stored(3, 30, 40, 1, 1)));

    @TempDir
    Path directory;

    private final List<Long> dead = new ArrayList<>();
    private CoordinatorState state;
    private Catalog catalog;

    @BeforeEach
    void open() {
        state = CoordinatorState.open(directory, new Shape(1, 4, 4), Clock.systemUTC(), group -> dead.add(group.id()));
        catalog = state.catalog();
    }

    @AfterEach
    void close() {
        state.close();
    }

    private void restart() {
        close();
        dead.clear();
        open();
    }

    private GroupInfo create(String name, boolean replace) {
        return catalog.create(new NewGroup(name, "string", "long", true, replace, "test", Compression.NONE), false);
    }

    private GroupInfo ready(String name) {
        return catalog.publish(create(name, true).id(), STORED);
    }

    @Test
    void writtenGroupIsInvisibleUntilPublished() {
        GroupInfo group = create("a", false);
        assertThat(catalog.page(null).groups()).isEmpty();
        catalog.publish(group.id(), STORED);
        assertThat(catalog.get("a")).satisfies(g -> {
            assertThat(g.state()).isEqualTo(GroupInfo.State.READY);
            assertThat(g.tuples()).isEqualTo(3);
        });
    }

    @Test
    void onlyTemporaryGroupsAreElsewhereThanAtTheirOwners() {
        Committed relocated = STORED.with(Map.of(2, List.of(Extent.inFiles(1, 5))), Stored.NONE);
        GroupInfo temporary =
                catalog.create(new NewGroup("t", "string", "long", true, false, "test", Compression.NONE), true);
        assertThat(catalog.locations(temporary.id()).isComputed()).isTrue();
        catalog.finish(temporary.id(), relocated);
        assertThat(catalog.locations(temporary.id()).relocations(9)).containsExactly(new Relocation(9, 2, 1, null, 5));
        GroupInfo named = create("n", false);
        assertThatThrownBy(() -> catalog.publish(named.id(), relocated))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("is not temporary");
        assertThat(catalog.locations(named.id()).isComputed()).isTrue();
    }

    @Test
    void onlyPublishedGroupsSurviveRestart() {
        GroupInfo retained = ready("retained");
        GroupInfo lost = create("lost", false);
        restart();
        assertThat(catalog.page(null).groups()).containsExactly(retained);
        assertThat(sweep(StoredGroups.of(retained), StoredGroups.uncommitted(lost))
                        .dead())
                .containsExactly(lost.key());
    }

    @Test
    void continuesOldJournalWithoutSpaceForNewOne() throws IOException {
        GroupInfo retained = ready("retained");
        ready("dropped");
        close();
        Files.writeString(directory.resolve("coordinator/journal"), "half a li", StandardOpenOption.APPEND);
        Path inTheWay = Files.createDirectories(directory.resolve("coordinator/journal.new/in the way"));
        open();
        catalog.drop("dropped");
        restart();
        assertThat(catalog.page(null).groups()).containsExactly(retained);
        Files.delete(inTheWay);
        restart();
        assertThat(catalog.page(null).groups()).containsExactly(retained);
    }

    @Test
    void neverReusesIds() {
        long before = create("a", false).id();
        restart();
        assertThat(create("a", false).id()).isGreaterThan(before);
    }

    @Test
    void retainsGroupsUnknownToJournal() {
        GroupInfo before = ready("before");
        Path journal = directory.resolve("coordinator/journal");
        byte[] backup = content(journal);
        GroupInfo after = ready("after");
        GroupInfo replaced = ready("after");
        close();
        write(journal, backup);
        open();
        Sweeper.Sweep sweep = sweep(StoredGroups.of(before, after, replaced));
        assertThat(sweep.dead()).isEmpty();
        assertThat(sweep.orphans()).isEqualTo(StoredGroups.of(after, replaced));
        assertThat(create("new", false).id()).as("above all that nodes have").isGreaterThan(replaced.id());
    }

    @Test
    void replacesOrphansOfNodeWithEachSweep() {
        GroupKey orphan = new GroupKey(70, "0123456789abcdef0123456789abcdef");
        StoredGroup stored = new StoredGroup(orphan.id(), orphan.identity(), true, false);
        catalog.sweeper().sweep(0, List.of(stored));
        catalog.sweeper().sweep(1, List.of(stored, new StoredGroup(71, orphan.identity(), true, false)));
        assertThat(catalog.orphans().count()).isEqualTo(2);
        assertThat(catalog.orphans().page(null, 1)).containsExactly(new Orphans.Found(orphan, List.of(0, 1)));
        catalog.sweeper().sweep(1, List.of());
        assertThat(catalog.orphans().page(null, 9)).containsExactly(new Orphans.Found(orphan, List.of(0)));
    }

    @Test
    void adoptedGroupSurvivesRestart() {
        GroupInfo orphan = orphan(70, "again");
        assertThatThrownBy(() -> catalog.orphans().adopt(orphan)).hasMessageContaining("there is no orphaned group 70");
        sweep(StoredGroups.of(orphan));
        create("again", false);
        assertThatThrownBy(() -> catalog.orphans().adopt(orphan)).hasMessageContaining("is being written");
        restart();
        sweep(StoredGroups.of(orphan));
        catalog.orphans().adopt(orphan);
        restart();
        assertThat(catalog.get("again")).isEqualTo(orphan);
        assertThat(sweep(StoredGroups.of(orphan))).isEqualTo(new Sweeper.Sweep(List.of(), List.of()));
        assertThat(create("new", false).id()).isGreaterThan(70);
    }

    @Test
    void rejectsAdoptionWhileNumberIsInUse() {
        GroupInfo other = ready("other");
        GroupInfo orphan = orphan(other.id(), "again");
        sweep(StoredGroups.of(orphan));
        assertThatThrownBy(() -> catalog.orphans().adopt(orphan))
                .hasMessageContaining("another group has the number " + other.id() + ": 'other'");
        catalog.drop("other");
        assertThat(catalog.orphans().adopt(orphan)).isEqualTo(orphan);
    }

    @Test
    void purgedGroupIsDeletedNotOrphaned() {
        GroupInfo orphan = orphan(70, "again");
        sweep(StoredGroups.of(orphan));
        catalog.orphans().purge(List.of(orphan.key()));
        assertThat(dead).containsExactly(70L);
        assertThat(catalog.orphans().count()).isZero();
        restart();
        assertThat(sweep(StoredGroups.of(orphan))).isEqualTo(new Sweeper.Sweep(List.of(orphan.key()), List.of()));
    }

    private static GroupInfo orphan(long id, String name) {
        return new GroupInfo(
                new GroupKey(id, "0123456789abcdef0123456789abcdef"),
                name,
                GroupInfo.State.READY,
                new GroupFormat("string", "long", true, Compression.NONE, false),
                new GroupOrigin(5, "test"),
                new GroupInfo.Content(3, 30, 40, List.of(3L), null, List.of(), null));
    }

    @Test
    void retainsGroupsWithDamagedCommit() {
        GroupInfo group = ready("a");
        assertThat(sweep(StoredGroups.ofIds(List.of(group.id(), 1_000_000L))))
                .isEqualTo(new Sweeper.Sweep(List.of(), StoredGroups.ofIds(List.of(1_000_000L))));
    }

    @Test
    void storesDropUntilAllNodesHaveDeletedGroup() {
        GroupInfo dropped = ready("a");
        GroupInfo replaced = ready("b");
        ready("b");
        catalog.drop("a");
        restart();
        restart();
        assertThat(sweep(StoredGroups.of(dropped, replaced)).dead())
                .containsExactlyInAnyOrder(dropped.key(), replaced.key());
        assertThat(sweep(StoredGroups.of(replaced)).dead()).containsExactly(replaced.key());
        assertThat(sweep(StoredGroups.of(dropped)).orphans())
                .as("reported as deleted, and back")
                .isEqualTo(StoredGroups.of(dropped));
    }

    @Test
    void retainsOtherGroupWithSameNumber() {
        GroupInfo group = ready("a");
        StoredGroup other = new StoredGroup(group.id(), "0123456789abcdef0123456789abcdef", true, false);
        assertThat(sweep(List.of(other)).orphans()).containsExactly(other);
        catalog.drop("a");
        assertThat(sweep(List.of(other)).dead()).isEmpty();
    }

    @SafeVarargs
    private Sweeper.Sweep sweep(List<StoredGroup>... stored) {
        return catalog.sweeper()
                .sweep(0, Stream.of(stored).flatMap(List::stream).toList());
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void write(Path file, byte[] content) {
        try {
            Files.write(file, content);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void rejectsExistingNameWithRemedy() {
        ready("a");
        assertThatThrownBy(() -> create("a", false)).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.ALREADY_EXISTS);
            assertThat(e).hasMessageContaining("sss group rm a").hasMessageContaining("--replace");
        });
    }

    @Test
    void rejectsNameBeingWritten() {
        create("a", false);
        assertThatThrownBy(() -> create("a", false)).hasMessageContaining("is being written by test");
    }

    @Test
    void publishOfReplacementDropsOldGroup() {
        GroupInfo old = ready("a");
        GroupInfo replacement = create("a", true);
        assertThat(catalog.get("a").id()).isEqualTo(old.id());
        catalog.publish(replacement.id(), STORED);
        assertThat(catalog.get("a").id()).isEqualTo(replacement.id());
        assertThat(dead).containsExactly(old.id());
    }

    @Test
    void publishFailsIfNameWasTaken() {
        GroupInfo slow = create("a", false);
        GroupInfo other = ready("b");
        assertThatThrownBy(() -> catalog.names().rename("b", "a", false)).hasMessageContaining("is being written by");
        catalog.names().rename("b", "a", true);
        assertThatThrownBy(() -> catalog.publish(slow.id(), STORED)).hasMessageContaining("'a' exists already");
        assertThat(catalog.get("a").id()).isEqualTo(other.id());
        catalog.discard(slow.id());
        assertThat(dead).containsExactly(slow.id());
    }

    @Test
    void droppedGroupIsGoneAtOnce() {
        GroupInfo group = ready("a");
        catalog.drop("a");
        assertThat(catalog.page(null).groups()).isEmpty();
        assertThat(dead).containsExactly(group.id());
        assertThatThrownBy(() -> catalog.drop("a"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NOT_FOUND));
    }

    @Test
    void retainsFilesOfPinnedDroppedGroup() {
        GroupInfo group = ready("a");
        catalog.pin("a");
        catalog.pin("a");
        catalog.drop("a");
        catalog.unpin(group.id());
        assertThat(dead).isEmpty();
        assertThat(sweep(StoredGroups.of(group))).isEqualTo(new Sweeper.Sweep(List.of(), List.of()));
        catalog.unpin(group.id());
        assertThat(dead).containsExactly(group.id());
    }

    @Test
    void renameRetainsIdAndReplacesOnlyOnRequest() {
        GroupInfo a = ready("a");
        GroupInfo b = ready("b");
        assertThatThrownBy(() -> catalog.names().rename("a", "b", false)).hasMessageContaining("'b' exists already");
        assertThat(catalog.names().rename("a", "b", true))
                .extracting(GroupInfo::id, GroupInfo::name)
                .containsExactly(a.id(), "b");
        assertThat(dead).containsExactly(b.id());
        restart();
        assertThat(catalog.page(null).groups()).extracting(GroupInfo::id).containsExactly(a.id());
    }

    /** A killed process leaves a journal that is truncated at any byte. */
    @Test
    void replacingRenameIsAtomic() throws IOException {
        Path journal = directory.resolve("coordinator/journal");
        GroupInfo a = ready("a");
        GroupInfo b = ready("b");
        int before = (int) Files.size(journal);
        catalog.names().rename("a", "b", true);
        close();
        byte[] lines = Files.readAllBytes(journal);
        for (int length = before; length <= lines.length; length++) {
            Files.write(journal, Arrays.copyOf(lines, length));
            open();
            assertThat(catalog.page(null).groups())
                    .as("%d of %d bytes", length - before, lines.length - before)
                    .extracting(GroupInfo::name, GroupInfo::id)
                    .containsExactlyElementsOf(
                            length < lines.length - 1
                                    ? List.of(tuple("a", a.id()), tuple("b", b.id()))
                                    : List.of(tuple("b", a.id())));
            close();
        }
    }

    /** The outputs of a job, one of which has a name already, as a loop has retained it. */
    @Tag("heavy")
    @Test
    void namingOfSeveralGroupsIsAtomic() throws IOException {
        Path journal = directory.resolve("coordinator/journal");
        GroupInfo retained = ready("retained");
        GroupInfo old = ready("b");
        GroupInfo output = create("a", false);
        catalog.finish(output.id(), STORED);
        int before = (int) Files.size(journal);
        catalog.names().assign(List.of(new Naming(output.id(), "a", false), new Naming(retained.id(), "b", true)));
        close();
        byte[] lines = Files.readAllBytes(journal);
        for (int length = before; length <= lines.length; length++) {
            Files.write(journal, Arrays.copyOf(lines, length));
            open();
            assertThat(catalog.page(null).groups())
                    .as("%d of %d bytes", length - before, lines.length - before)
                    .extracting(GroupInfo::name, GroupInfo::id)
                    .containsExactlyElementsOf(
                            length < lines.length - 1
                                    ? List.of(tuple("b", old.id()), tuple("retained", retained.id()))
                                    : List.of(tuple("a", output.id()), tuple("b", retained.id())));
            close();
        }
    }

    @Test
    void namesPinnedGroupAfterItsDrop() {
        long retained = ready("retained").id();
        catalog.pin(retained);
        catalog.drop("retained");
        catalog.names().assign(List.of(new Naming(retained, "b", true)));
        catalog.unpin(retained);
        assertThat(dead).isEmpty();
        restart();
        assertThat(catalog.page(null).groups())
                .extracting(GroupInfo::name, GroupInfo::id)
                .containsExactly(tuple("b", retained));
        catalog.drop("b");
        assertThat(dead).containsExactly(retained);
        assertThatThrownBy(() -> catalog.names().assign(List.of(new Naming(retained, "c", true))))
                .hasMessageContaining("was dropped");
    }

    @Test
    void compressionSurvivesPublishRenameAndRestart() {
        NewGroup wanted = new NewGroup("a", "string", "long", true, false, "test", Compression.ZSTD);
        catalog.publish(catalog.create(wanted, false).id(), STORED);
        catalog.names().rename("a", "b", false);
        restart();
        assertThat(catalog.get("b").compression()).isEqualTo(Compression.ZSTD);
    }

    @Test
    void journalWithoutCompressionMeansNone() throws IOException {
        ready("a");
        close();
        Path journal;
        try (Stream<Path> files = Files.walk(directory)) {
            journal = files.filter(file -> file.getFileName().toString().equals("journal"))
                    .findFirst()
                    .orElseThrow();
        }
        List<String> lines = new ArrayList<>();
        Journal.read(journal, lines::add);
        assertThat(lines).anyMatch(line -> line.contains(COMPRESSION_IN_JSON));
        Journal.rewrite(
                journal,
                lines.stream()
                        .map(line -> line.replace(COMPRESSION_IN_JSON, ""))
                        .toList());
        open();
        assertThat(catalog.get("a").compression()).isEqualTo(Compression.NONE);
        assertThat(catalog.get("a").createdBy()).isEqualTo("test");
    }

    /** After a crash in between, a group exists again if its drop or replacement was not acknowledged. */
    @Test
    void deletesFilesAfterSyncOfDrop() {
        List<String> events = new ArrayList<>();
        Catalog noted =
                new Catalog(new NotedLog(events), Clock.systemUTC(), 1, group -> events.add("dead " + group.id()));
        NewGroup wanted = new NewGroup("a", "string", "long", true, true, "test", Compression.NONE);
        long first = noted.publish(noted.create(wanted, false).id(), STORED).id();
        long second = noted.create(wanted, false).id();
        events.clear();
        noted.publish(second, STORED);
        assertThat(events).containsExactly("write", "sync", "dead " + first);
        events.clear();
        noted.drop("a");
        assertThat(events).containsExactly("write", "sync", "dead " + second);
    }

    @Test
    void retainsFilesIfSyncOfDropFails() {
        List<String> events = new ArrayList<>();
        NotedLog log = new NotedLog(events);
        Catalog noted = new Catalog(log, Clock.systemUTC(), 1, group -> events.add("dead " + group.id()));
        NewGroup wanted = new NewGroup("a", "string", "long", true, true, "test", Compression.NONE);
        long first = noted.publish(noted.create(wanted, false).id(), STORED).id();
        log.broken = true;
        assertThatThrownBy(() -> noted.drop("a")).isInstanceOf(SssException.class);
        assertThat(events).doesNotContain("dead " + first);
        assertThat(noted.sweeper().sweep(0, StoredGroups.ofIds(List.of(first))).dead())
                .isEmpty();
    }

    private static final class NotedLog implements EntryLog {
        private final List<String> events;
        private long lines;
        private boolean broken;

        NotedLog(List<String> events) {
            this.events = events;
        }

        @Override
        public long write(Entry entry) {
            events.add("write");
            return ++lines;
        }

        @Override
        public void sync(long position) {
            if (broken) {
                throw new SssException(ErrorCode.STORAGE, "no disk");
            }
            events.add("sync");
        }

        @Override
        public void syncGroups(long position) {
            sync(position);
        }
    }

    @Test
    void temporaryGroupsHaveNoNameAndEndWithTheProcess() {
        GroupInfo named = ready("a");
        GroupInfo temporary =
                catalog.create(new NewGroup("a", "string", "long", true, false, "wf-1/map-1", Compression.NONE), true);
        catalog.publish(temporary.id(), STORED);
        assertThat(catalog.page(null).groups()).containsExactly(named);
        StoredGroup stored = new StoredGroup(temporary.id(), temporary.identity(), true, true);
        assertThat(sweep(List.of(stored)).dead()).isEmpty();
        restart();
        assertThat(sweep(List.of(stored)).dead()).containsExactly(temporary.key());
    }

    @Test
    void rejectsChangedShape() {
        assertThat(state.subgroupCount()).isEqualTo(4);
        String id = state.clusterId();
        restart();
        assertThat(state.clusterId()).isEqualTo(id);
        close();
        assertThatThrownBy(() -> CoordinatorState.open(
                        directory, new Shape(1, 8, 4), Clock.systemUTC(), group -> dead.add(group.id())))
                .hasMessageContaining("cluster.subgroups is 8")
                .hasMessageContaining("4 subgroups");
        assertThatThrownBy(() -> CoordinatorState.open(
                        directory, new Shape(2, 0, 4), Clock.systemUTC(), group -> dead.add(group.id())))
                .hasMessageContaining("cluster.nodes lists 2")
                .hasMessageContaining("1 nodes");
    }

    /** All changes are blocked during the sweep. */
    @Tag("heavy")
    @Test
    @Timeout(30)
    void sweepOfManyGroupsIsFast(@TempDir Path other) {
        try (CoordinatorState large = CoordinatorState.open(
                other, new Shape(1, 4, 4), Persistence.NONE, Clock.systemUTC(), group -> dead.add(group.id()))) {
            List<GroupInfo> groups = new ArrayList<>();
            for (int i = 0; i < 100_000; i++) {
                groups.add(large.catalog()
                        .create(
                                new NewGroup("group-" + i, "string", "long", true, false, "test", Compression.NONE),
                                false));
                large.catalog().publish(groups.get(i).id(), STORED);
            }
            large.catalog().drop("group-7");
            assertThat(large.catalog()
                            .sweeper()
                            .sweep(0, StoredGroups.of(groups))
                            .dead())
                    .containsExactly(groups.get(7).key());
        }
    }
}
