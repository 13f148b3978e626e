package org.sss.dataserver.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.kvs.library.KvsTree;
import org.sss.kvs.library.KvsTuning;
import org.sss.net.block.KeyRange;
import org.sss.net.block.RunWriter;
import org.sss.net.control.GroupKey;

/** Segment files, whatever writes them. */
abstract class SegmentFileContract {
    private static final Tuples TUPLES = Tuples.numbered("key", 20_000, "value");

    @TempDir
    Path directory;

    private final BlockValidator validator = new BlockValidator();
    private final SegmentCache cache = new SegmentCache(4, 1 << 20);
    private final List<byte[]> blocks = new ArrayList<>();
    private OpenRun run;
    private SegmentWriter writer;
    private Path file;

    @BeforeEach
    void storeTwoRuns() throws IOException {
        file = directory.resolve("0-1.tmp");
        store(ExternalBlockSorter.MEMORY_BYTES);
    }

    abstract SegmentFileWriter writer();

    private void store(int memoryBytes) throws IOException {
        OpenRun lost = new OpenRun(4, attempt(1), 0);
        run = new OpenRun(5, attempt(0), 0);
        blocks.clear();
        ExternalBlockSorter sorter = new ExternalBlockSorter(directory.resolve("scratch"), memoryBytes);
        writer = new SegmentWriter(writer(), file, false, sorter, validator.stage(), block -> {});
        TUPLES.writeTo(new RunWriter((bytes, length) -> {
            put(lost, bytes, length);
            put(run, bytes, length);
            blocks.add(Arrays.copyOf(bytes, length));
        }));
    }

    private void put(OpenRun into, byte[] bytes, int length) {
        validator.load(bytes, 0, length);
        try {
            writer.copy(into, validator, bytes, 0);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        into.checkFollows(validator);
        into.add(validator);
    }

    @AfterEach
    void close() {
        validator.close();
        cache.close();
    }

    private void seal(RunInfo info) throws IOException {
        Manifest manifest = new Manifest(Manifest.VERSION, 7, GroupKey.NO_IDENTITY, 0, 1, List.of(info));
        writer.seal(manifest, file -> new BitSet(), new Disk(DataServerConfig.Durability.NONE));
    }

    private FileRun onlyRun() {
        List<FileRun> runs = new FileSegment(7, () -> GroupKey.NO_IDENTITY, 0, 1, file, cache).runs(KeyRange.ALL);
        assertThat(runs).hasSize(1);
        return runs.get(0);
    }

    @Test
    void aSealedFileHasTheCommittedRunAndNoOther() throws IOException {
        seal(run.finish());
        long blockBytes = 2L * blocks.stream().mapToInt(block -> block.length).sum();
        assertThat(Files.size(file)).isBetween(blockBytes, blockBytes + 2L * 500 * run.blocks() + 30_000);
        try (FileRun sealed = onlyRun()) {
            assertThat(sealed.info().tuples()).isEqualTo(20_000);
            assertThat(Tuples.readAll(sealed.source(KeyRange.ALL, 100_000))).isEqualTo(TUPLES);
        }
    }

    @Test
    void externalSortWritesTheSameFile() throws IOException {
        seal(run.finish());
        byte[] expected = Files.readAllBytes(file);
        Files.delete(file);
        store(0);
        seal(run.finish());
        assertThat(Files.readAllBytes(file)).isEqualTo(expected);
        assertThat(directory.resolve("scratch")).doesNotExist();
    }

    @Test
    void theLibraryHasTheSameBlocksUnderTheirKeys() throws IOException {
        seal(run.finish());
        ByteBuffer value = ByteBuffer.allocateDirect(1 << 18);
        try (KvsTree reader = KvsTree.openForReading(file, KvsTuning.forBlockReading())) {
            assertThat(reader.recordCount()).isEqualTo(2L * blocks.size());
            for (int i = 0; i < blocks.size(); i++) {
                validator.load(blocks.get(i), 0, blocks.get(i).length);
                ByteBuffer key = ByteBuffer.allocate(BlockKeys.maxBytes(validator.firstKeyLength()));
                BlockKeys.put(key, 5, validator.firstKey(), 0, validator.firstKeyLength(), i);
                reader.get(Arrays.copyOf(key.array(), key.position()), value.clear());
                assertThat(value.flip()).isEqualTo(ByteBuffer.wrap(blocks.get(i)));
            }
        }
    }

    @Test
    void aPointReadReadsOneBlockOfAKeyThatIsThere() throws IOException {
        seal(run.finish());
        try (FileRun sealed = onlyRun()) {
            for (byte[] key : TUPLES.keys()) {
                assertThat(sealed.index().endBlock(key) - sealed.index().firstBlock(key))
                        .isEqualTo(1);
            }
            byte[] below = bytes("k");
            assertThat(sealed.index().endBlock(below)).isEqualTo(sealed.index().firstBlock(below));
        }
    }

    @Test
    void aReadTakesNoMoreThanItsBatchButAtLeastOneBlock() throws IOException {
        seal(run.finish());
        try (FileRun sealed = onlyRun()) {
            for (int batchBytes : new int[] {0, 40_000, 70_000, 1 << 20}) {
                List<Integer> lengths = new ArrayList<>();
                int next = sealed.read(0, sealed.index().blocks(), batchBytes, block -> {
                    lengths.add(block.readableBytes());
                    block.release();
                });
                assertThat(lengths).hasSize(next);
                assertThat(next == 1 || lengths.stream().mapToInt(i -> i).sum() <= batchBytes)
                        .isTrue();
                assertThat(next == sealed.index().blocks() || next + 1 >= batchBytes / 40_000)
                        .isTrue();
            }
        }
    }

    @Test
    void blocksThatAreNotInTheFileAreAnErrorOfTheCommit() throws IOException {
        RunInfo i = run.finish();
        assertInternal(() -> seal(new RunInfo(
                i.run(),
                i.attempt(),
                0,
                new RunInfo.Size(i.blocks() + 1, i.tuples(), i.dataBytes(), i.storedBytes()),
                i.firstKey(),
                i.lastKey())));
        Files.delete(file);
        storeTwoRuns();
        assertInternal(() -> seal(new RunInfo(
                6,
                i.attempt(),
                0,
                new RunInfo.Size(i.blocks(), i.tuples(), i.dataBytes(), i.storedBytes()),
                i.firstKey(),
                i.lastKey())));
    }

    @Test
    void aBlockWithLessInItThanWasPutIsAnErrorOfTheCommitWithBothNumbers() throws IOException {
        Tuples.of("z", "short").writeTo(new RunWriter((bytes, length) -> {
            validator.load(bytes, 0, length);
            try {
                writer.copy(run, validator, bytes, 0);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }));
        Tuples.of("z", "longer").writeTo(new RunWriter((bytes, length) -> {
            validator.load(bytes, 0, length);
            run.add(validator);
        }));
        assertThatThrownBy(() -> seal(run.finish()))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("group 7, subgroup 0: segment " + file)
                .hasMessageContaining("20001 tuples of 320006 bytes of run 5 (")
                .hasMessageContaining("20001 tuples of 320007 bytes were put");
    }

    private interface Sealing {
        void run() throws IOException;
    }

    private static void assertInternal(Sealing sealing) {
        assertThatThrownBy(sealing::run)
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("0-1.tmp");
    }

    @Test
    void interruptedReaderFailsAloneWithCancelled() throws IOException {
        seal(run.finish());
        try (FileRun first = onlyRun();
                FileRun second = onlyRun()) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> first.read(0, 1, 0, ByteBuf::release))
                    .isInstanceOfSatisfying(
                            SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED));
            assertThat(Thread.interrupted()).isTrue();
            assertThat(second.read(0, 1, 0, ByteBuf::release)).isEqualTo(1);
        }
    }
}
