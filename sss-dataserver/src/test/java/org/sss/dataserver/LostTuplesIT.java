package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.tuples.TupleKeys;
import org.sss.kvs.format.BdbRecords;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;
import org.sss.net.control.GroupKey;
import org.sss.net.testing.ErrorLog;

/** Layout {@code tuples} behind kills of the server, errors of the disk, and files that are not as they should be. */
final class LostTuplesIT extends OnTuplesLayout {
    @TempDir
    Path images;

    private static List<String> check(Path directory, long problems) {
        List<String> findings = new ArrayList<>();
        assertThat(Fsck.verify(directory, finding -> findings.add(finding.text())).problems()).isEqualTo(problems);
        return findings;
    }

    /** What a server leaves that is killed now. */
    private Path killed() throws IOException {
        Path image = images.resolve("killed");
        try (Stream<Path> all = Files.walk(directory)) {
            for (Path path : (Iterable<Path>) all::iterator) {
                Files.copy(path, image.resolve(directory.relativize(path).toString()));
            }
        }
        return image;
    }

    private static void isLost(Runnable read) {
        assertThatThrownBy(read::run).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                .hasMessageContaining("tuples.bdb (storage.layout=tuples) and is lost")
                .hasMessageContaining("the data server is killed")
                .hasMessageContaining("Drop the group and run the job that wrote it again");
    }

    @Test
    void readersOfCommittedGroupsFailAfterAKill() throws IOException {
        node.store(1, 3, TUPLES);
        node.put(2, attempt(0), 3, TUPLES);
        try (TestNode next = TestNode.open(killed(), CONFIG)) {
            isLost(() -> next.read(1, 3));
            isLost(() -> next.scan(1, 3, true));
            isLost(() -> next.scan(1, 3, false));
            isLost(() -> next.server().blocks(1, 3));
            isLost(() -> new GetClient(next.connection(), 1, 3).get(bytes("key00000001")));
            assertThat(next.server().ids()).containsExactly(1L);
            assertThat(next.server().commit(GroupKey.of(1), List.of(attempt(0))).tuples()).isEqualTo(5000);
        }
    }

    @Test
    void afterAKillNewGroupsAreWrittenAndTheOldOnesStayLostUntilTheyAreDropped() throws IOException {
        node.store(1, 3, TUPLES);
        Path image = killed();
        try (TestNode next = TestNode.open(image, CONFIG)) {
            next.store(2, 3, TUPLES);
            next.put(1, attempt(1), 3, TUPLES);
            next.put(1, attempt(1), 4, TUPLES);
            next.server().commit(GroupKey.of(1), List.of(attempt(1)));
            assertThat(next.read(2, 3)).isEqualTo(TUPLES);
        }
        try (TestNode next = TestNode.open(image, CONFIG)) {
            isLost(() -> next.read(1, 3));
            assertThat(next.read(1, 4)).isEqualTo(TUPLES);
            assertThat(next.read(2, 3)).isEqualTo(TUPLES);
            next.server().drop(TestNode.keys(1L));
            assertThat(next.server().ids()).containsExactly(2L);
        }
    }

    @Test
    void aKillHarmsNothingBeforeTheFirstWrite() throws IOException {
        node.store(1, 3, TUPLES);
        reopen(CONFIG);
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
        try (TestNode next = TestNode.open(killed(), CONFIG)) {
            assertThat(next.read(1, 3)).isEqualTo(TUPLES);
        }
    }

    @Test
    void groupsOfOtherLayoutsSurviveTheKillThatTuplesDoNot() throws IOException {
        reopen(TestNode.CONFIG);
        node.store(1, 0, TUPLES);
        reopen(CONFIG);
        node.store(2, 0, TUPLES);
        try (TestNode next = TestNode.open(killed(), CONFIG)) {
            assertThat(next.read(1, 0)).isEqualTo(TUPLES);
            isLost(() -> next.read(2, 0));
        }
    }

    /** The file is closed before it is deleted. */
    @Test
    void anEmptyFileThatAKilledServerWasAboutToDeleteIsDeleted() throws IOException {
        node.close();
        KvsTree.create(file, KvsTuning.defaults()).close();
        assertThat(check(directory, 0)).isEmpty();
        node = TestNode.open(directory, CONFIG);
        assertThat(file).doesNotExist();
        node.store(1, 3, TUPLES);
        reopen(CONFIG);
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
    }

    @Test
    void aFileThatCannotBeLookedAtIsNotTakenForLost() throws IOException {
        node.store(1, 3, TUPLES);
        node.close();
        Path elsewhere = Files.move(file, images.resolve("elsewhere"));
        Files.createSymbolicLink(file, file);
        assertThatThrownBy(() -> TestNode.open(directory, CONFIG)).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE)).hasMessageContaining(file.toString());
        Files.delete(file);
        Files.createSymbolicLink(file, elsewhere);
        node = TestNode.open(directory, CONFIG);
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
    }

    @Test
    void checkAfterAKillReportsLostGroups() throws IOException {
        node.store(1, 3, TUPLES);
        Path image = killed();
        List<String> before = check(image, 2);
        assertThat(before.get(0)).contains("tuples.bdb").contains("not closed").contains("its groups are lost");
        assertThat(before.get(1)).contains("group 1, subgroup 3").contains("5000 tuples were committed and are lost");
        TestNode.open(image, CONFIG).close();
        List<String> after = check(image, 1);
        assertThat(after.get(0)).contains("tuples.lost").contains("delete it");
        assertThat(after.get(1)).contains("5000 tuples were committed and are lost");
    }

    /** As the library leaves a file after a failed read or write: marked, and closed. */
    private void markAsFailed() throws IOException {
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(33);
            int flags = open.read();
            open.seek(33);
            open.write(flags | 2);
        }
    }

    /** Makes the page that has a record with this value unreadable. */
    private void damagePageOf(long group, String key) throws IOException {
        long[] place = {-1};
        BdbRecords.walk(file, 0, (stored, keyBytes, at, valueBytes, head) -> {
            if (TupleKeys.groupOf(stored) == group && new String(stored, 0, keyBytes, StandardCharsets.ISO_8859_1).contains(key)) {
                place[0] = at;
            }
        });
        try (RandomAccessFile open = new RandomAccessFile(file.toFile(), "rw")) {
            open.seek(place[0] - 8);
            open.write(new byte[300]);
        }
    }

    @Test
    void startAfterDiskErrorReportsDamagedGroupsAndServesTheOthers() throws IOException {
        for (int group = 1; group <= 3; group++) {
            node.put(group, attempt(0), 3, TUPLES);
            node.put(group, attempt(0), 4, Tuples.of("a", "1"));
            node.server().commit(GroupKey.of(group), List.of(attempt(0)));
        }
        node.close();
        damagePageOf(2, "key00002500");
        markAsFailed();
        assertThat(check(directory, 1)).anyMatch(line -> line.contains("The next start rebuilds it from what is intact"));
        try (ErrorLog log = ErrorLog.open()) {
            node = TestNode.open(directory, CONFIG);
            assertThat(log.take()).anySatisfy(line -> assertThat(line)
                    .contains(file + " is damaged: group 2: 1 of its 2 subgroups here are lost, [3]"));
        }
        isLost(() -> node.read(2, 3));
        assertThat(node.read(2, 4)).isEqualTo(Tuples.of("a", "1"));
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
        assertThat(node.scan(3, 3, true)).isEqualTo(TUPLES);
        assertThat(directory.resolve("tuples.lost")).exists();
        node.server().drop(TestNode.keys(2L));
        node.store(4, 3, TUPLES);
        reopen(CONFIG);
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
        assertThat(node.read(4, 3)).isEqualTo(TUPLES);
    }

    @Test
    void afterAnErrorOfTheDiskDroppedGroupsAndWhatWasNotCommittedDoNotComeBack() throws IOException {
        node.store(1, 3, TUPLES);
        node.put(2, attempt(0), 3, TUPLES);
        node.close();
        markAsFailed();
        long before = Files.size(file);
        try (ErrorLog log = ErrorLog.open()) {
            node = TestNode.open(directory, CONFIG);
            assertThat(log.take()).isEmpty();
        }
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
        assertThat(node.read(2, 3).count()).isZero();
        assertThat(Files.size(file)).isLessThan(before);
        assertThat(directory.resolve("tuples.lost")).doesNotExist();
        node.put(1, attempt(1), 4, TUPLES); // under the number of a run that was not there before
        node.server().commit(GroupKey.of(1), List.of(attempt(1)));
        reopen(CONFIG);
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
        assertThat(node.read(1, 4)).isEqualTo(TUPLES);
    }

    /** The machine has crashed between the two names that a start gives. */
    @Test
    void aCopyThatWasCompleteIsTakenWhenTheDamagedFileIsAside() throws IOException {
        node.store(1, 3, TUPLES);
        node.close();
        Files.move(file, directory.resolve("tuples.new"));
        assertThat(check(directory, 1)).anyMatch(line -> line.contains("tuples.new"));
        node = TestNode.open(directory, CONFIG);
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
        assertThat(directory.resolve("tuples.new")).doesNotExist();
    }
}
