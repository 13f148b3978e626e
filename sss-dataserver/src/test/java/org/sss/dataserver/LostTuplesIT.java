package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import java.io.IOException;
import java.io.RandomAccessFile;
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
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;
import org.sss.net.control.GroupKey;
import org.sss.net.testing.ErrorLog;

/** Layout {@code tuples} after kills of the server, errors of the disk, and files that are not as they should be. */
final class LostTuplesIT extends OnTuplesLayout {
    @TempDir
    Path images;

    private static List<String> check(Path directory, long problems) {
        List<String> findings = new ArrayList<>();
        assertThat(Fsck.verify(directory, finding -> findings.add(finding.text()))
                        .problems())
                .isEqualTo(problems);
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
        assertThatThrownBy(read::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
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
            assertThat(next.server().commit(GroupKey.of(1), List.of(attempt(0))).tuples())
                    .isEqualTo(5000);
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
        assertThatThrownBy(() -> TestNode.open(directory, CONFIG))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining(file.toString());
        Files.delete(file);
        Files.createSymbolicLink(file, elsewhere);
        node = TestNode.open(directory, CONFIG);
        assertThat(node.read(1, 3)).isEqualTo(TUPLES);
    }

    @Test
    void checkAfterAKillReportsLostGroups() throws IOException {
        node.store(1, 3, TUPLES);
        Path image = killed();
        assertThat(check(image, 0))
                .singleElement()
                .asString()
                .contains("tuples.bdb")
                .contains("is not verified");
        TestNode.open(image, CONFIG).close();
        List<String> after = check(image, 1);
        assertThat(after.get(0)).contains("tuples.lost").contains("delete it");
        assertThat(after.get(1))
                .contains("group 1, subgroup 3")
                .contains("5000 tuples were stored in")
                .contains("which is missing");
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

    @Test
    void afterAnErrorOfTheDiskTheNextStartMovesTheFileAside() throws IOException {
        node.store(1, 3, TUPLES);
        node.close();
        markAsFailed();
        try (ErrorLog log = ErrorLog.open()) {
            node = TestNode.open(directory, CONFIG);
            assertThat(log.take())
                    .singleElement()
                    .asString()
                    .contains("are lost, drop them")
                    .contains("a write to it failed")
                    .contains("tuples.lost");
        }
        isLost(() -> node.read(1, 3));
        node.store(2, 3, TUPLES);
        reopen(CONFIG);
        assertThat(node.read(2, 3)).isEqualTo(TUPLES);
    }
}
