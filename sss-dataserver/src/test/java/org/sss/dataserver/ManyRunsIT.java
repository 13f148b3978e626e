package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.net.block.RunMerge;
import org.sss.net.control.DataVerbs.Scan;
import org.sss.net.control.GroupKey;

final class ManyRunsIT {
    @TempDir
    Path directory;

    /** Each run has the same key with its own number, a key of its own, and something before and after. */
    private static Tuples fill(TestNode node, int runs) {
        Tuples model = new Tuples();
        PutClient put = node.openPut(1, attempt(0));
        for (int run = 0; run < runs; run++) {
            Tuples tuples = Tuples.of("a" + run % 7, "x" + run, "own" + run, "y", "same", String.valueOf(run));
            put.put(0, run, tuples);
            model.addAll(tuples);
        }
        put.finish();
        node.server().commit(GroupKey.of(1), List.of(attempt(0)));
        return model;
    }

    private static List<String> numbers(int count) {
        return IntStream.range(0, count).mapToObj(String::valueOf).toList();
    }

    private List<Path> mergeFiles() throws Exception {
        try (Stream<Path> files = Files.list(directory.resolve("merge"))) {
            return files.toList();
        }
    }

    @Test
    void moreRunsThanAMergeTakesAreMergedInSeveralPasses() throws Exception {
        DataServerConfig config = TestNode.UNHELD.withMerge(4096, 6);
        try (TestNode node = TestNode.open(directory, config)) {
            Tuples model = fill(node, 250); // 250 -> 42 -> 7 -> 6 -> merge
            assertThat(node.read(1, 0)).isEqualTo(model);
            assertThat(node.scan(1, 0, true)).isEqualTo(model);
            assertThat(node.scan(1, 0, true).values("same")).isEqualTo(numbers(250));
            assertThat(mergeFiles()).isEmpty();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {6, 7, 8, 11, 12, 13, 20})
    void valuesStayInOrderWhenOnlySomeRunsAreMergedBefore(int runs) {
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD.withMerge(4096, 6))) {
            Tuples model = fill(node, runs);
            assertThat(node.read(1, 0)).isEqualTo(model);
            assertThat(node.scan(1, 0, true).values("same")).isEqualTo(numbers(runs));
        }
    }

    @Test
    void thousandsOfSmallRunsAreMergedWithoutWritingAnyOfThemBefore() {
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD)) {
            Tuples model = fill(node, 4000);
            try (ScanClient scan = node.openScan(new Scan(1, 0, true, null, null))) {
                assertThat(Tuples.readAll(scan)).isEqualTo(model);
                assertThat(scan.signsOfLife()).isZero();
            }
        }
    }

    @Test
    void aScanThatMustMergeMuchBeforeItsFirstBlockGivesSignsOfLife() throws Exception {
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD.withMerge(64 << 10, 20))) {
            PutClient put = node.openPut(1, attempt(0));
            Tuples model = new Tuples();
            for (int run = 0; run < 40; run++) {
                Tuples tuples = new Tuples();
                for (int i = 0; i < 30; i++) {
                    tuples.add(Tuples.bytes(String.format("key%06d", 40 * i + run)), new byte[20_000]);
                }
                put.put(0, run, tuples);
                model.addAll(tuples);
            }
            put.finish();
            node.server().commit(GroupKey.of(1), List.of(attempt(0)));
            try (ScanClient scan = node.openScan(new Scan(1, 0, true, null, null))) {
                assertThat(Tuples.readAll(scan)).isEqualTo(model);
                assertThat(scan.isComplete()).isTrue();
                assertThat(scan.signsOfLife()).isGreaterThanOrEqualTo(3); // 21 runs of 600 KB, one for each 4 MiB
            }
            assertThat(node.read(1, 0)).isEqualTo(model);
            assertThat(mergeFiles()).isEmpty();
        }
    }

    @Test
    void runsOfLargeBlocksAreMergedFewerAtATime() throws Exception {
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD.withMerge(64 << 10, 40))) {
            PutClient put = node.openPut(1, attempt(0));
            Tuples model = new Tuples();
            for (int run = 0; run < 40; run++) {
                Tuples tuples = new Tuples().add(Tuples.bytes("same"), new byte[250_000 + run]);
                put.put(0, run, tuples);
                model.addAll(tuples);
            }
            put.finish();
            node.server().commit(GroupKey.of(1), List.of(attempt(0)));
            try (ScanClient scan = node.openScan(new Scan(1, 0, true, null, null))) {
                assertThat(Tuples.readAll(scan)).isEqualTo(model);
                assertThat(scan.signsOfLife()).isPositive();
            }
            assertThat(node.read(1, 0)).isEqualTo(model);
            assertThat(mergeFiles()).isEmpty();
        }
    }

    @Test
    void cancelledScanLeavesNoMergeFiles() throws Exception {
        try (TestNode node = TestNode.open(directory, TestNode.UNHELD.withMerge(4096, 6))) {
            Tuples model = fill(node, 300);
            for (int i = 0; i < 5; i++) {
                node.openScan(new Scan(1, 0, true, null, null)).close();
            }
            assertThat(node.scan(1, 0, true)).isEqualTo(model);
            await().untilAsserted(
                            () -> assertThat(mergeFiles()).isEmpty()); // the server may be in the middle of a step
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 64 << 20})
    void thousandsOfRunsAreMergedWhenTheyAreReadOrBefore(long memoryBytes) {
        try (TestNode node = TestNode.open(directory, TestNode.CONFIG.withMemoryBytes(memoryBytes))) {
            Tuples model = fill(node, 2100);
            assertThat(node.server().stat(GroupKey.of(1)).subgroups().get(0).runs())
                    .isEqualTo(memoryBytes == 0 ? 2100 : 3);
            assertThat(node.read(1, 0)).isEqualTo(model);
            assertThat(node.scan(1, 0, false)).isEqualTo(model);
        }
    }

    @Test
    void cancelledMergeLeavesNothing() throws Exception {
        DataServerConfig config = TestNode.UNHELD.withMerge(4096, 6);
        try (TestNode node = TestNode.open(directory, config)) {
            fill(node, 50);
            List<RunMerge> halfWay = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                RunMerge merge = node.server().merged(1, 0);
                assertThat(merge.nextKey()).isTrue();
                halfWay.add(merge);
            }
            assertThat(mergeFiles()).isEmpty(); // unlinked while they are read
            halfWay.forEach(RunMerge::close);
            assertThat(node.scan(1, 0, true).count()).isEqualTo(150);
        }
    }

    @Test
    void aRangeOfManyRunsIsExact() {
        DataServerConfig config = TestNode.UNHELD.withMerge(4096, 6);
        try (TestNode node = TestNode.open(directory, config)) {
            Tuples model = fill(node, 100);
            byte[] from = Tuples.bytes("a3");
            byte[] to = Tuples.bytes("own5");
            Tuples scanned = Tuples.readAll(node.openScan(new Scan(1, 0, true, from, to)));
            assertThat(scanned).isEqualTo(model.range(from, to));
        }
    }
}
