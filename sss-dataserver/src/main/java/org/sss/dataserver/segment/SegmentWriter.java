package org.sss.dataserver.segment;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.merge.BlockStage;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.BufferedBlock;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.net.block.BlockFormat;

/**
 * The segment file of a subgroup that is being written: collects blocks of one run until they fill a leaf, and writes
 * the leaf without copying them. Used by its storage thread only, and flushed by each of its tasks. Discard it after an
 * exception.
 */
public final class SegmentWriter {
    /** Bytes of one write: large enough that a system call costs little of it, and the tree has few pages. */
    private static final int LEAF_BYTES = 256 << 10;
    /** Bytes after which the disk starts to write; less would prevent long sequential writes. */
    private static final long WRITE_BACK_BYTES = 8 << 20;

    private final Path file;
    private final boolean syncs;
    private final BlockStage stage;
    private final Consumer<BufferedBlock> free;
    private final SegmentTree tree;
    private final ExternalBlockSorter blocks;
    private final List<BufferedBlock> pending = new ArrayList<>();
    private long pendingCost;
    private ByteBuffer key = ByteBuffer.allocate(128);
    private long bytes;

    /**
     * @param writer what writes the tree
     * @param syncs  whether the file will be synced, so that the disk may start while the file is being written
     * @param blocks empty; closed with this
     * @param free   receives blocks that are written, or lost
     */
    public SegmentWriter(
            SegmentFileWriter writer,
            Path file,
            boolean syncs,
            ExternalBlockSorter blocks,
            BlockStage stage,
            Consumer<BufferedBlock> free)
            throws IOException {
        this.file = file;
        this.syncs = syncs;
        this.stage = stage;
        this.free = free;
        tree = SegmentTree.create(writer, file, stage.heads());
        this.blocks = blocks;
    }

    public Path file() {
        return file;
    }

    /** Returns the budget of the blocks that wait to be written. */
    public long pendingCost() {
        return pendingCost;
    }

    /** Writes the next block of {@code run}, which is loaded in {@code validator}, at once. */
    public void write(OpenRun run, BlockValidator validator, ByteBuf block) throws IOException {
        flush();
        add(run, validator.keyArray(), validator.firstKeyOffset(), validator.firstKeyLength(), validator.value(block));
        flush();
    }

    /** Takes over the next block of {@code run}, unless it throws. */
    public void take(OpenRun run, BufferedBlock block) throws IOException {
        if (!fits(run, block.firstKey().length, block.block().readableBytes())) {
            flush();
        }
        add(run, block.firstKey(), 0, block.firstKey().length, block.block().nioBuffer());
        pending.add(block);
        pendingCost += block.cost();
    }

    /**
     * Copies the next block of {@code run}, which is loaded in {@code validator} and stored at {@code array[offset]}.
     */
    public void copy(OpenRun run, BlockValidator validator, byte[] array, int offset) throws IOException {
        int keyBytes = validator.firstKeyLength();
        if (!stage.hasRoom(validator.blockBytes()) || !fits(run, keyBytes, validator.blockBytes())) {
            flush();
        }
        ByteBuffer copy = stage.copy(array, offset, validator.blockBytes());
        add(run, validator.keyArray(), validator.firstKeyOffset(), keyBytes, copy);
    }

    private boolean fits(OpenRun run, int keyBytes, int blockBytes) {
        return tree.hasRoom(run.number(), BlockKeys.maxBytes(keyBytes))
                        && tree.waitingBytes() + blockBytes <= LEAF_BYTES
                || tree.waitingBytes() == 0;
    }

    private void add(OpenRun run, byte[] first, int offset, int length, ByteBuffer block) throws IOException {
        int number = run.nextWritten();
        encodeKey(run.number(), first, offset, length, number);
        int at = block.position();
        int flags = (block.get(at + BlockFormat.FLAGS_AT) & BlockFormat.FLAG_CONTINUES_PREVIOUS) != 0
                ? IndexPage.FLAG_CONTINUES_PREVIOUS
                : 0;
        long valueAt = tree.add(run.number(), key.array(), key.position(), block);
        blocks.add(
                run.number(),
                number,
                valueAt,
                block.remaining(),
                block.getInt(at + BlockFormat.TUPLES_AT),
                block.getInt(at + BlockFormat.DATA_BYTES_AT),
                flags,
                first,
                offset,
                length);
    }

    private void encodeKey(int run, byte[] first, int offset, int length, int number) {
        int max = BlockKeys.maxBytes(length);
        if (key.capacity() < max) {
            key = ByteBuffer.allocate(max);
        }
        BlockKeys.put(key.clear(), run, first, offset, length, number);
    }

    /** Writes the blocks that wait. */
    public void flush() throws IOException {
        try {
            long before = bytes;
            bytes += tree.waitingBytes();
            tree.flush();
            if (syncs && bytes / WRITE_BACK_BYTES > before / WRITE_BACK_BYTES) {
                tree.startWriteBack();
            }
        } finally {
            freePending();
        }
    }

    private void freePending() {
        pending.forEach(free);
        pending.clear();
        pendingCost = 0;
        stage.clear();
    }

    /**
     * Completes the file with the index of the runs of {@code manifest}, and closes it.
     *
     * @param keyContinuesAt for each of them the blocks whose first key is the last key of the block before
     * @param disk        syncs the file as configured
     * @throws SssException {@link ErrorCode#INTERNAL} when the file has other blocks than the manifest states
     */
    public void seal(Manifest manifest, Function<RunInfo, BitSet> keyContinuesAt, Disk disk) throws IOException {
        flush();
        try (tree;
                blocks) {
            long contentBytes = tree.finish();
            new SegmentSeal(file, manifest, keyContinuesAt, blocks, tree::offset)
                    .append(tree.channel(), contentBytes, disk);
        }
    }

    /** Closes and unlinks the file. */
    public void discard() {
        freePending();
        try (tree;
                blocks) {
            Disk.delete(file);
        } catch (IOException e) {
            // error of closing a file that is deleted
        }
    }
}
