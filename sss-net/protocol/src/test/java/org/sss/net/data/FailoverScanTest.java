package org.sss.net.data;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunCursor;
import org.sss.net.block.RunWriter;
import org.sss.net.block.TupleMerge;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupFormat;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.GroupKey;
import org.sss.net.control.GroupOrigin;
import org.sss.net.control.Placement;
import org.sss.net.control.Places;
import org.sss.net.control.SubgroupTuples;
import org.sss.net.data.FakeDataServer.FrameForm;
import org.sss.net.transport.StreamConfig;

/** Scans of a group of three subgroups, each of which two of three nodes have: its own and the next one. */
@Timeout(60)
class FailoverScanTest {
    private static final int RUNS = 3;
    private static final int TUPLES = 30;
    private static final int TUPLES_OF_BLOCK = 4;
    /** More than two pieces. */
    private static final int LARGE_BYTES = 600_000;
    /** A node sends a frame when the one before was taken. */
    private static final StreamConfig ONE_FRAME = new StreamConfig(1, Duration.ofSeconds(20), 100);

    private final FakeCluster cluster = new FakeCluster(3, 3, ONE_FRAME);
    private final ClusterMap map = cluster.map.withTables(1, List.of(new Places(1, 2, new byte[] {0, 1, 1, 2, 2, 0})));
    private final List<String> warnings = new ArrayList<>();
    private long nanos;
    private final ReadFailures failures = new ReadFailures(() -> nanos, warnings::add);
    private final FakeDataServer owner = cluster.servers.get(0);
    private final FakeDataServer other = cluster.servers.get(1);
    private long tuples;

    @BeforeEach
    void write() {
        write(owner);
        tuples = write(other);
    }

    @AfterEach
    void close() {
        cluster.close();
    }

    /** Equal keys in all runs and over several blocks, and values in pieces. */
    private static long write(FakeDataServer server) {
        Random random = new Random(23);
        long written = 0;
        for (int sequence = 0; sequence < RUNS; sequence++) {
            int run = sequence;
            RunWriter writer =
                    new RunWriter((block, length) -> server.run(7, 0, run).add(Arrays.copyOf(block, length)));
            for (int i = 0; i < TUPLES; i++) {
                int number = i / 10 == 1 ? 150 : i * 10 + random.nextInt(10);
                byte[] key = String.format("key %04d", number).getBytes(UTF_8);
                byte[] value = new byte[i == 14 && run == 0 ? LARGE_BYTES : random.nextInt(50)];
                random.nextBytes(value);
                writer.add(key, 0, key.length, value, 0, value.length);
                written++;
                if (i % TUPLES_OF_BLOCK == 0) {
                    writer.finish();
                }
            }
            writer.finish();
        }
        return written;
    }

    private GroupInfo group() {
        return group(SubgroupTuples.of(new long[] {tuples, 0, 0}));
    }

    private static GroupInfo group(SubgroupTuples committed) {
        return new GroupInfo(
                        GroupKey.of(7),
                        "words",
                        GroupInfo.State.WRITING,
                        new GroupFormat("string", "bytes", true, Compression.NONE, false),
                        new GroupOrigin(0, "test"),
                        GroupInfo.Content.NONE)
                .ready(new DataVerbs.Stored(8, 80, 80, 2, 2), List.of(8L, 8L, 8L), committed, new Placement(1, 2, 2));
    }

    private RemoteSource source() {
        return source(group());
    }

    private RemoteSource source(GroupInfo group) {
        return new RemoteSource(
                cluster::connection, new GroupHolders(map, group, failures), Duration.ofSeconds(20), group);
    }

    private List<String> unordered() {
        List<String> found = new ArrayList<>();
        try (RunCursor cursor = new RunCursor(source().blocks(7, 0))) {
            while (cursor.next()) {
                String key = new String(cursor.keyArray(), cursor.keyOffset(), cursor.keyLength(), UTF_8);
                found.add(key + hash(cursor.valueArray(), cursor.valueOffset(), cursor.valueLength()));
            }
        }
        return found;
    }

    private List<String> ordered() {
        return ordered(source().ordered(7, 0, null, null));
    }

    private static List<String> ordered(List<BlockSource> sources) {
        List<String> found = new ArrayList<>();
        try (TupleMerge merge = new TupleMerge(sources)) {
            while (merge.next()) {
                String key = new String(merge.keyArray(), merge.keyOffset(), merge.keyLength(), UTF_8);
                found.add(key + hash(merge.valueArray(), merge.valueOffset(), merge.valueLength()));
            }
        }
        return found;
    }

    private static String hash(byte[] value, int offset, int length) {
        return "=" + Arrays.hashCode(Arrays.copyOfRange(value, offset, offset + length));
    }

    /** Cuts the scan of the owner after each number of frames. */
    private void cutEverywhere(FrameForm form, int blocksPerFrame, Supplier<List<String>> read) {
        for (FakeDataServer server : List.of(owner, other)) {
            server.form = form;
            server.blocksPerFrame = blocksPerFrame;
        }
        List<String> all = read.get();
        assertThat(all).hasSize((int) tuples);
        boolean cut = true;
        for (int frames = 0; cut && frames <= all.size(); frames++) {
            owner.cutAfter = frames;
            int before = other.scans.size();
            failuresAreForgotten();
            assertThat(read.get()).as("cut after frame %s of %s", frames, form).isEqualTo(all);
            cut = other.scans.size() > before;
        }
        assertThat(cut).as("the last scan is not cut").isFalse();
        assertThat(other.scans).hasSizeGreaterThan(all.size() / TUPLES_OF_BLOCK / blocksPerFrame / RUNS);
    }

    private void failuresAreForgotten() {
        nanos += Duration.ofMinutes(1).toNanos();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anUnorderedScanContinuesAtTheNextHolder(int blocksPerFrame) {
        cutEverywhere(blocksPerFrame == 1 ? FrameForm.SINGLE : FrameForm.BATCH, blocksPerFrame, this::unordered);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void anOrderedScanContinuesAtTheNextHolder(int blocksPerFrame) {
        for (FakeDataServer server : List.of(owner, other)) {
            server.run(7, 0, 1).clear(); // only runs in frames for it are merged
        }
        tuples = TUPLES;
        cutEverywhere(blocksPerFrame == 1 ? FrameForm.SINGLE : FrameForm.BATCH, blocksPerFrame, this::ordered);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void aMergeAtTheClientContinuesAtTheNextHolder(int blocksPerFrame) {
        cutEverywhere(FrameForm.OF_RUNS, blocksPerFrame, this::ordered);
    }

    @Test
    void aPatientScanContinuesAtTheNextHolder() {
        cutEverywhere(
                FrameForm.OF_RUNS,
                3,
                () -> ordered(List.of(source().patientRange(7, 0, null, null, 1 << 20, BlockBatch.FRAME_BYTES))));
    }

    @ParameterizedTest
    @EnumSource(
            value = ErrorCode.class,
            names = {"NODE_UNREACHABLE", "TIMEOUT", "CLOSED", "OVERLOADED", "CORRUPT", "NOT_FOUND", "STORAGE"})
    void errorsOfANodeAreThoseOfItsCopy(ErrorCode code) {
        owner.cutAfter = 2;
        owner.cutBy = code;
        assertThat(unordered()).hasSize((int) tuples);
        assertThat(warnings).hasSize(1);
        assertThat(warnings.get(0))
                .contains("subgroup 0 of group 'words' (number 7)", "node 0", "it ends after frame 2", "Another copy");
    }

    @Test
    void anErrorOfTheRequestIsNotAskedAgain() {
        owner.cutAfter = 2;
        owner.cutBy = ErrorCode.FORBIDDEN;
        assertThat(error().code()).isEqualTo(ErrorCode.FORBIDDEN);
        assertThat(other.scans).isEmpty();
        assertThat(warnings).isEmpty();
    }

    @Test
    void theErrorOfTheFirstHolderIsThrownWithThatOfTheOthers() {
        owner.cutAfter = 2;
        other.cutAfter = 4;
        other.cutBy = ErrorCode.STORAGE;
        SssException all = error();
        assertThat(all.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(all)
                .hasMessageContaining("node 0")
                .hasMessageContaining("it ends after frame 2")
                .hasMessageContaining("node 1")
                .hasMessageContaining("it ends after frame 4");
        assertThat(owner.scans).as("each is asked once").hasSize(1);
    }

    @Test
    void aFailedScanFailsEachCall() {
        owner.cutAfter = 0;
        other.cutAfter = 0;
        try (BlockSource blocks = source().blocks(7, 0)) {
            BlockReader reader = new BlockReader();
            SssException e = catchThrowableOfType(SssException.class, () -> blocks.next(reader));
            assertThat(catchThrowableOfType(SssException.class, () -> blocks.next(reader)))
                    .isSameAs(e);
        }
    }

    private SssException error() {
        return catchThrowableOfType(SssException.class, this::unordered);
    }

    @Test
    void aDamagedBlockIsReadFromTheNextHolder() {
        List<String> all = unordered();
        flipBit(owner);
        owner.damagedFile = "file-0";
        assertThat(unordered()).isEqualTo(all);
        assertThat(ordered(FrameForm.OF_RUNS)).hasSameElementsAs(all);
        assertThat(warnings).as("once").hasSize(1);
        assertThat(warnings.get(0)).contains("node 0", "file-0");
    }

    private List<String> ordered(FrameForm form) {
        owner.form = form;
        other.form = form;
        return ordered();
    }

    /** In the second block of a frame. */
    private static void flipBit(FakeDataServer server) {
        server.form = FrameForm.BATCH;
        server.blocksPerFrame = 4;
        server.run(7, 0, 1).get(1)[40] ^= 1;
    }

    @Test
    void ifAllCopiesAreDamagedTheErrorHasTheFilesOfAll() {
        flipBit(owner);
        flipBit(other);
        owner.damagedFile = "file-0";
        other.damagedFile = "file-1";
        assertThat(error().code()).isEqualTo(ErrorCode.CORRUPT);
        assertThat(error())
                .hasMessageContaining("node 0")
                .hasMessageContaining("file-0")
                .hasMessageContaining("node 1")
                .hasMessageContaining("file-1");
        assertThat(warnings).isEmpty();
    }

    @Test
    void aCopyThatIsGoneIsReadFromTheNextHolder() {
        List<String> all = unordered();
        for (int run = 0; run < RUNS; run++) {
            owner.run(7, 0, run).clear();
        }
        assertThat(unordered()).isEqualTo(all);
        assertThat(warnings.get(0)).contains("node 0", "it has 0 tuples");
    }

    /** The number of its tuples is right. */
    @Test
    void aCopyWithOtherBlocksDoesNotContinueAScan() {
        List<byte[]> run = other.run(7, 0, 0);
        run.add(0, run.remove(1));
        owner.cutAfter = 3;
        assertThat(error()).hasMessageContaining("node 1").hasMessageContaining("this copy differs");
    }

    @Test
    void nodesThatDidNotAnswerAreAskedLastForAWhile() {
        cluster.end(0);
        assertThat(unordered()).hasSize((int) tuples);
        List<Integer> order = new ArrayList<>();
        new GroupHolders(map, group(), failures).inOrder(0).forEach(node -> order.add(node.id()));
        assertThat(order).containsExactly(1, 0);
        failuresAreForgotten();
        assertThat(new GroupHolders(map, group(), failures).first(0).id()).isZero();
    }

    @Test
    void nodesWithDamageAreAskedFirst() {
        owner.cutAfter = 1;
        owner.cutBy = ErrorCode.CORRUPT;
        unordered();
        unordered();
        assertThat(owner.scans).hasSize(2);
    }

    @Test
    void eachHolderComparesTheTuplesOfTheSubgroupAlone() {
        owner.cutAfter = 1;
        unordered();
        assertThat(List.of(owner.scans.get(0), other.scans.get(0)))
                .extracting(DataVerbs.Scan::expected)
                .containsOnly(tuples);
        source(group(null)).blocks(7, 0).close();
        assertThat(other.scans.get(1).onNode()).as("of all copies there").isNull();
    }
}
