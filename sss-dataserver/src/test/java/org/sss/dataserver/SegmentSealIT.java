package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsTuning;
import org.sss.kvs.KvsWriter;
import org.sss.net.block.RunWriter;

final class SegmentSealIT {
    private static final Tuples TUPLES = Tuples.numbered("key", 20_000, "value");

    @TempDir
    Path directory;

    private final BlockIntake intake = new BlockIntake();
    private final SegmentCache cache = new SegmentCache(4, 1 << 20);
    private final OpenRun run = new OpenRun(5, attempt(0), 0);
    private Path file;
    private int records;

    @BeforeEach
    void storeTwoRuns() {
        file = directory.resolve("0-1.tmp");
        try (KvsWriter store = KvsWriter.create(file, KvsTuning.forBlocks())) {
            TUPLES.writeTo(new RunWriter((bytes, length) -> {
                put(store, bytes, length, 4, run.blocks());
                put(store, bytes, length, run.number(), run.blocks());
                run.checkFollows(intake);
                run.add(intake);
            }));
        }
    }

    private void put(KvsWriter store, byte[] bytes, int length, int ofRun, int block) {
        intake.load(bytes, 0, length);
        store.put(intake.key(ofRun, block), intake.value(bytes, 0));
        records++;
    }

    @AfterEach
    void close() {
        intake.close();
        cache.close();
    }

    private void seal(RunInfo info, int expectedRecords) throws IOException {
        seal(info, expectedRecords, BlockPlaces.MEMORY_BYTES);
    }

    private void seal(RunInfo info, int expectedRecords, int memoryBytes) throws IOException {
        Manifest manifest = new Manifest(Manifest.VERSION, 7, 0, 1, List.of(info));
        try (BlockPlaces places = new BlockPlaces(directory.resolve("scratch"), memoryBytes)) {
            new SegmentSeal(file, manifest, expectedRecords, sealed -> new BitSet(), places)
                    .write(new Disk(DataServerConfig.Durability.NONE));
        }
    }

    private FileRun onlyRun() {
        List<FileRun> runs = new FileSegment(7, 0, 1, file, cache).runs(KeyRange.ALL);
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }

    @Test
    void aSealedFileHasTheCommittedRunAndNoOther() throws IOException {
        long before = Files.size(file);
        seal(run.finish(), records);
        assertThat(Files.size(file) - before).isLessThan(80L * run.blocks() + 1000);
        try (FileRun sealed = onlyRun()) {
            assertThat(sealed.info().tuples()).isEqualTo(20_000);
            assertThat(Tuples.readAll(sealed.source(KeyRange.ALL, 100_000))).isEqualTo(TUPLES);
        }
    }

    @Test
    void placesThatDoNotFitIntoMemoryMakeTheSameFile() throws IOException {
        RunInfo info = run.finish();
        Path other = directory.resolve("other");
        Files.copy(file, other);
        seal(info, records);
        byte[] expected = Files.readAllBytes(file);
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        seal(info, records, 0);
        assertThat(Files.readAllBytes(file)).isEqualTo(expected);
        assertThat(directory.resolve("scratch")).doesNotExist();
    }

    @Test
    void aPointReadReadsOneBlockOfAKeyThatIsThere() throws IOException {
        seal(run.finish(), records);
        try (FileRun sealed = onlyRun()) {
            for (byte[] key : TUPLES.keys()) {
                assertThat(sealed.index().endBlock(key) - sealed.index().firstBlock(key)).isEqualTo(1);
            }
            byte[] below = bytes("k");
            assertThat(sealed.index().endBlock(below)).isEqualTo(sealed.index().firstBlock(below));
        }
    }

    @Test
    void aReadTakesNoMoreThanItsBatchButAtLeastOneBlock() throws IOException {
        seal(run.finish(), records);
        try (FileRun sealed = onlyRun()) {
            for (int batchBytes : new int[] {0, 40_000, 70_000, 1 << 20}) {
                List<Integer> lengths = new ArrayList<>();
                int next = sealed.read(0, sealed.index().blocks(), batchBytes, block -> {
                    lengths.add(block.readableBytes());
                    block.release();
                });
                assertThat(lengths).hasSize(next);
                assertThat(next == 1 || lengths.stream().mapToInt(i -> i).sum() <= batchBytes).isTrue();
                assertThat(next == sealed.index().blocks() || next + 1 >= batchBytes / 40_000).isTrue();
            }
        }
    }

    @Test
    void blocksThatAreNotInTheFileAreAnErrorOfTheCommit() {
        assertInternal(() -> seal(run.finish(), records + 1));
        RunInfo i = run.finish();
        assertInternal(() -> seal(new RunInfo(i.run(), i.attempt(), 0, i.blocks() + 1, i.tuples(), i.dataBytes(),
                i.storedBytes(), i.firstKey(), i.lastKey()), records));
        assertInternal(() -> seal(new RunInfo(6, i.attempt(), 0, i.blocks(), i.tuples(), i.dataBytes(),
                i.storedBytes(), i.firstKey(), i.lastKey()), records));
    }

    private interface Sealing {
        void run() throws IOException;
    }

    private static void assertInternal(Sealing sealing) {
        assertThatThrownBy(sealing::run).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL)).hasMessageContaining("0-1.tmp");
    }

    @Test
    void aReaderThatIsInterruptedTellsSoAndDisturbsNobody() throws IOException {
        seal(run.finish(), records);
        try (FileRun first = onlyRun(); FileRun second = onlyRun()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> first.read(0, 1, 0, ByteBuf::release)).isInstanceOfSatisfying(SssException.class,
                    e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(second.read(0, 1, 0, ByteBuf::release)).isEqualTo(1);
        }
    }
}
