package org.sss.dataserver.index;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.CONFIG;
import static org.sss.dataserver.TestNode.attempt;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.GetClient;
import org.sss.dataserver.PutClient;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.fsck.Fsck;
import org.sss.dataserver.index.IndexPage.Pointer;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.segment.FileRun;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.OpenSegment;
import org.sss.dataserver.segment.SegmentCache;
import org.sss.net.block.KeyRange;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.GroupKey;

/** Long keys make an index of three levels of few tuples; its pages take far more than may be kept. */
final class LargeIndexIT {
    private static final DataServerConfig SMALL = CONFIG.withOpenSegments(2, 30_000);
    private static final int RUNS = 3;

    @TempDir
    Path directory;

    private final Tuples tuples = new Tuples();
    private Path file;

    @BeforeEach
    void store() {
        byte[] value = new byte[2000];
        try (TestNode node = TestNode.open(directory, SMALL.withMemoryBytes(0))) {
            PutClient put = node.openPut(7, attempt(0));
            for (int run = 0; run < RUNS; run++) {
                Tuples part = new Tuples();
                for (int i = run; i < 9000; i += RUNS) {
                    part.add(key(i), value);
                }
                put.put(3, run, part);
                tuples.addAll(part);
            }
            put.finish();
            node.server().commit(GroupKey.of(7), List.of(attempt(0)));
        }
        file = directory.resolve("groups/7/3-1.sss");
    }

    private static byte[] key(int number) {
        return Tuples.bytes("k".repeat(800) + String.format("%08d", number));
    }

    /** All pages of all runs, by their offsets. */
    private TreeMap<Long, Pointer> pages() {
        TreeMap<Long, Pointer> found = new TreeMap<>();
        try (SegmentCache cache = new SegmentCache(1, 0)) {
            for (FileRun run : new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, file, cache).runs(KeyRange.ALL)) {
                collect(run.index(), run.index().root(), found);
                run.close();
            }
        }
        return found;
    }

    private static void collect(BlockIndex index, Pointer pointer, TreeMap<Long, Pointer> found) {
        found.put(pointer.offset(), pointer);
        IndexPage page = index.page(pointer);
        for (int i = 0; pointer.level() > 0 && i < page.entries(); i++) {
            collect(index, page.child(i), found);
        }
    }

    @Test
    void anIndexFarLargerThanItsMemoryServesScansRangesAndKeys() {
        TreeMap<Long, Pointer> pages = pages();
        assertThat(pages.values().stream().mapToInt(Pointer::level).max().orElseThrow())
                .isGreaterThanOrEqualTo(2);
        assertThat(pages.values().stream().mapToLong(Pointer::bytes).sum()).isGreaterThan(10 * 30_000);
        try (TestNode node = TestNode.open(directory, SMALL)) {
            assertThat(node.read(7, 3)).isEqualTo(tuples);
            assertThat(node.scan(7, 3, true)).isEqualTo(tuples);
            assertThat(node.scan(7, 3, false)).isEqualTo(tuples);
            byte[] from = key(1234);
            byte[] to = key(1300);
            assertThat(Tuples.readAll(node.openScan(new Scan(7, 3, true, from, to))))
                    .isEqualTo(tuples.range(from, to));
            List<byte[]> some = new ArrayList<>();
            for (int i = 0; i < 9100; i += 13) {
                some.add(key(i));
            }
            assertThat(new GetClient(node.connection(), 7, 3).tuples(some)).isEqualTo(tuples.selected(some));
        }
    }

    @Test
    void pagesStayWithinTheMemoryLimit() {
        try (SegmentCache cache = new SegmentCache(1, 40_000)) {
            for (FileRun run : new FileSegment(7, () -> GroupKey.NO_IDENTITY, 3, 1, file, cache).runs(KeyRange.ALL)) {
                for (int block = 0; block < run.index().blocks(); block++) {
                    assertThat(run.index().length(block)).isPositive();
                    assertThat(cache.memory().bytes()).isBetween(1L, 30_000L);
                }
                run.close();
            }
        }
    }

    @Test
    void damageInAnyPageIsFoundByFsckAndByReaders() throws IOException {
        byte[] good = Files.readAllBytes(file);
        List<Pointer> pages = new ArrayList<>(pages().values());
        for (int i = 0; i < pages.size(); i += pages.get(i).level() > 0 ? 1 : 40) {
            byte[] bad = good.clone();
            bad[(int) pages.get(i).offset() + i % pages.get(i).bytes()] ^= 4;
            Files.write(file, bad);
            List<String> problems = new ArrayList<>();
            Fsck.verify(directory, f -> problems.add(f.text()));
            assertThat(problems).as("%s", pages.get(i)).hasSize(1);
            assertThat(problems.get(0))
                    .contains(
                            "group 7, subgroup 3, file " + file,
                            "is damaged",
                            pages.get(i).toString(),
                            "the checksum is wrong",
                            "drop the group");
        }
        try (TestNode node = TestNode.open(directory, SMALL)) {
            assertThatThrownBy(() -> node.read(7, 3))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT))
                    .hasMessageContaining("group 7, subgroup 3, file " + file);
            assertThatThrownBy(() -> node.scan(7, 3, false)).hasMessageContaining("the page of its index at offset");
            assertThatThrownBy(() -> new GetClient(node.connection(), 7, 3).get(tuples.keys()))
                    .hasMessageContaining("the page of its index at offset");
        }
    }

    @Test
    void whatIsNotDamagedCanStillBeRead() throws IOException {
        byte[] bad = Files.readAllBytes(file);
        Pointer leaf = pages().values().stream()
                .filter(page -> page.level() == 0)
                .findFirst()
                .orElseThrow();
        bad[(int) leaf.offset() + 100] ^= 1;
        Files.write(file, bad);
        try (TestNode node = TestNode.open(directory, SMALL)) {
            assertThatThrownBy(() -> node.read(7, 3)).hasMessageContaining(leaf.toString());
            byte[] from = key(8000);
            assertThat(Tuples.readAll(node.openScan(new Scan(7, 3, true, from, null))))
                    .isEqualTo(tuples.range(from, null));
        }
    }

    @Test
    void allAboutASmallSegmentComesWithTheReadThatOpensIt() throws IOException {
        try (TestNode node = TestNode.open(directory, CONFIG)) {
            node.store(8, 0, Tuples.numbered("key", 50_000, "value"));
        }
        FileSegment small = new FileSegment(
                8, () -> GroupKey.NO_IDENTITY, 0, 1, directory.resolve("groups/8/0-1.sss"), new SegmentCache(1, 0));
        OpenSegment open = OpenSegment.open(small, new IndexMemory(1 << 20));
        open.file().close(); // nobody reads it now
        BlockIndex index = open.blocks(0);
        int tuplesOfAll = 0;
        for (int block = 0; block < index.blocks(); block++) {
            tuplesOfAll += index.tuples(block);
        }
        assertThat(tuplesOfAll).isEqualTo(50_000);
    }
}
