package org.sss.net.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.assertj.core.api.Assertions.tuple;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunCursor;
import org.sss.net.block.RunMerge;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.DataVerbs.Checks;
import org.sss.net.control.DataVerbs.Scanned;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.SubgroupTuples;

@Timeout(60)
class RemoteSourceTest {
    private final FakeCluster cluster = new FakeCluster(2, 4);
    private final RemoteSource source = new RemoteSource(cluster::connection, cluster.map, Duration.ofSeconds(20));

    @AfterEach
    void close() {
        cluster.close();
    }

    @Test
    void readsMoreBlocksThanAWindowInOrder() {
        List<String> keys = write(3, 0, 4000, 1000);
        List<String> found = new ArrayList<>();
        try (RunCursor cursor = new RunCursor(source.blocks(7, 3))) {
            while (cursor.next()) {
                found.add(new String(cursor.keyArray(), cursor.keyOffset(), cursor.keyLength()));
                assertThat(cursor.valueLength()).isEqualTo(1000);
            }
        }
        assertThat(found).isEqualTo(keys);
        assertThat(cluster.servers.get(1).scans)
                .hasSize(1)
                .first()
                .isEqualTo(new DataVerbs.Scan(7, 3, false, null, null, BlockBatch.FRAME_BYTES, Checks.CLIENT));
    }

    @Test
    void mergedScanRequestsOrderedBlocks() {
        List<String> keys = write(0, 0, 10, 5);
        List<String> found = new ArrayList<>();
        try (RunMerge merge = source.merged(7, 0)) {
            while (merge.nextKey()) {
                found.add(new String(merge.key(), 0, merge.keyLength()));
            }
        }
        assertThat(found).isEqualTo(keys);
        assertThat(cluster.servers.get(0).scans)
                .extracting(each -> each.form().ordered())
                .containsExactly(true);
    }

    @Test
    void rangeSendsItsBoundsToTheServer() {
        source.range(7, 1, true, new byte[] {1}, new byte[] {2, 3}).close();
        DataVerbs.Scan scan = cluster.servers.get(1).scans.get(0);
        assertThat(scan.range().from()).containsExactly(1);
        assertThat(scan.range().to()).containsExactly(2, 3);
    }

    @Test
    void aSubgroupWithoutDataHasNoBlocks() {
        try (BlockSource blocks = source.blocks(7, 2)) {
            BlockReader reader = new BlockReader();
            assertThat(blocks.next(reader)).isFalse();
            assertThat(blocks.next(reader)).isFalse();
        }
    }

    @Test
    void closingEarlyEndsTheScan() {
        write(0, 0, 4000, 1000);
        BlockSource blocks = source.blocks(7, 0);
        assertThat(blocks.next(new BlockReader())).isTrue();
        blocks.close();
        assertThat(cluster.servers.get(0).failures).hasSize(1);
    }

    private static void readToTheEnd(BlockSource blocks) {
        BlockReader reader = new BlockReader();
        while (blocks.next(reader)) {
            // continue
        }
    }

    private void isNoticed(Scanned unsent, String there) {
        cluster.servers.get(0).unsent = unsent;
        try (BlockSource blocks = source.blocks(7, 0)) {
            SssException e = catchThrowableOfType(SssException.class, () -> readToTheEnd(blocks));
            assertThat(e).as("%s", unsent).isNotNull();
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
            assertThat(e)
                    .hasMessageContaining("subgroup 0 of group 7")
                    .hasMessageContaining("node 0")
                    .hasMessageContaining("has " + there + ", but 1 blocks with 3 tuples of 45 bytes were received");
            assertThatThrownBy(() -> blocks.next(new BlockReader()))
                    .as("asked again")
                    .isSameAs(e);
        }
    }

    @ParameterizedTest
    @EnumSource
    void detectsLostAndDuplicatedTuplesAtTheEnd(FakeDataServer.FrameForm form) {
        write(0, 0, 3, 5);
        cluster.servers.get(0).form = form;
        isNoticed(new Scanned(1, 0, 0L), "2 blocks with 3 tuples of 45 bytes");
        isNoticed(new Scanned(0, 1, 0L), "1 blocks with 4 tuples of 45 bytes");
        isNoticed(new Scanned(0, -1, 0L), "1 blocks with 2 tuples of 45 bytes");
        isNoticed(new Scanned(0, 0, 1L), "1 blocks with 3 tuples of 46 bytes");
        isNoticed(new Scanned(0, 0, -1L), "1 blocks with 3 tuples of 44 bytes");
        isNoticed(new Scanned(0, 1, null), "1 blocks with 4 tuples of 45 bytes");
    }

    @ParameterizedTest
    @EnumSource
    void doesNotCompareUnspecifiedDataBytes(FakeDataServer.FrameForm form) {
        write(0, 0, 4000, 100);
        cluster.servers.get(0).form = form;
        cluster.servers.get(0).unsent = new Scanned(0, 0, null);
        try (BlockSource blocks = source.blocks(7, 0)) {
            readToTheEnd(blocks);
        }
    }

    @Test
    void namesBlockDamagedInTransit() {
        write(2, 0, 3, 5);
        cluster.servers.get(0).run(7, 2, 0).get(0)[40]++;
        try (BlockSource blocks = source.blocks(7, 2)) {
            SssException e = catchThrowableOfType(SssException.class, () -> blocks.next(new BlockReader()));
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
            assertThat(e)
                    .hasMessageContaining("subgroup 2 of group 7")
                    .hasMessageContaining("checksum")
                    .hasMessageContaining("found no damage in its files");
            assertThat(cluster.servers.get(0).scans)
                    .extracting(each -> each.form().checks())
                    .containsExactly(Checks.CLIENT, Checks.BOTH);
            assertThatThrownBy(() -> blocks.next(new BlockReader()))
                    .as("asked again, as blocks may be missing")
                    .isSameAs(e);
        }
    }

    @Test
    void errorHasTheNameOfTheGroupIfKnown() {
        write(2, 0, 3, 5);
        cluster.servers.get(0).run(7, 2, 0).get(0)[40]++;
        RemoteSource named = new RemoteSource(cluster::connection, cluster.map, Duration.ofSeconds(20), "words", null);
        try (BlockSource blocks = named.blocks(7, 2)) {
            assertThatThrownBy(() -> blocks.next(new BlockReader()))
                    .hasMessageContaining("subgroup 2 of group 'words' (number 7) at ");
        }
    }

    @Test
    void scanSendsExpectedTuplesOfTheNode() {
        write(3, 0, 3, 5);
        GroupInfo group = group(null);
        RemoteSource known = known(group);
        known.blocks(7, 3).close();
        known.blocks(7, 2).close();
        assertThat(cluster.servers.get(0).scans)
                .extracting(DataVerbs.Scan::onNode, DataVerbs.Scan::expected)
                .containsExactly(tuple(5L, null));
        assertThat(cluster.servers.get(1).scans)
                .extracting(DataVerbs.Scan::onNode, DataVerbs.Scan::expected)
                .containsExactly(tuple(3L, null));
    }

    @Test
    void sendsTheTuplesOfTheSubgroupIfTheyAreKnown() {
        write(2, 0, 5, 5);
        GroupInfo group = group(SubgroupTuples.of(new long[] {0, 0, 5}));
        RemoteSource known = known(group);
        known.blocks(7, 2).close();
        known.blocks(7, 3).close();
        assertThat(cluster.servers.get(0).scans)
                .extracting(DataVerbs.Scan::onNode, DataVerbs.Scan::expected)
                .containsExactly(tuple(null, 5L));
        assertThat(cluster.servers.get(1).scans)
                .extracting(DataVerbs.Scan::onNode, DataVerbs.Scan::expected)
                .containsExactly(tuple(null, 0L));
    }

    private RemoteSource known(GroupInfo group) {
        GroupHolders holders = new GroupHolders(
                cluster.map, group, new ReadFailures(System::nanoTime, text -> fail("reports %s", text)));
        return new RemoteSource(cluster::connection, holders, Duration.ofSeconds(20), group);
    }

    private static GroupInfo group(SubgroupTuples subgroups) {
        return new GroupInfo(
                        GroupKey.of(7),
                        "words",
                        GroupInfo.State.WRITING,
                        new GroupFormat("string", "bytes", true, Compression.NONE, false),
                        new GroupOrigin(0, "test"),
                        GroupInfo.Content.NONE)
                .ready(new DataVerbs.Stored(8, 80, 80, 2, 2), List.of(5L, 3L), subgroups, null);
    }

    @Test
    void reportsDamagedBlockEvenIfItsServerIsLost() {
        write(2, 0, 3, 5);
        cluster.servers.get(0).run(7, 2, 0).get(0)[40]++;
        AtomicInteger asked = new AtomicInteger();
        RemoteSource lost = new RemoteSource(
                address -> {
                    if (asked.incrementAndGet() > 1) {
                        throw new SssException(ErrorCode.NODE_UNREACHABLE, "it is gone");
                    }
                    return cluster.connection(address);
                },
                cluster.map,
                Duration.ofSeconds(20));
        try (BlockSource blocks = lost.blocks(7, 2)) {
            SssException e = catchThrowableOfType(SssException.class, () -> blocks.next(new BlockReader()));
            assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
            assertThat(e).hasMessageContaining("checksum").hasMessageContaining("it is gone");
        }
    }

    private List<String> write(int subgroup, int sequence, int tuples, int valueBytes) {
        FakeDataServer server = cluster.servers.get(cluster.map.locations().owner(subgroup));
        RunWriter writer = new RunWriter(
                (block, length) -> server.run(7, subgroup, sequence).add(java.util.Arrays.copyOf(block, length)));
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < tuples; i++) {
            byte[] key = String.format("key %06d", i).getBytes();
            keys.add(new String(key));
            writer.add(key, 0, key.length, new byte[valueBytes], 0, valueBytes);
        }
        writer.finish();
        return keys;
    }
}
