package org.sss.dataserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;
import java.util.zip.CRC32C;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.SegmentFormat.Trailer;
import org.sss.kvs.KvsRecords;
import org.sss.net.block.BlockFormat;
import org.sss.net.rpc.Json;

/**
 * Completes the file of a segment that the store has closed: finds the place of every block in it, and appends index and
 * trailer ({@link SegmentFormat}). Used once, by one thread.
 */
final class SegmentSeal {
    private final Path file;
    private final Manifest manifest;
    private final long records;
    private final Map<Integer, RunBlocks> runs = new HashMap<>();
    private final CRC32C crc = new CRC32C();
    private FileChannel channel;
    private long at;

    /** What was found of one run. */
    private record RunBlocks(RunInfo info, BitSet keyGoesOnAt, BlockIndexBuilder index) {
    }

    /**
     * @param records     blocks of all runs that the store was given, committed or not
     * @param keyGoesOnAt for each run of the manifest the blocks whose first key is the last key of the block before
     */
    SegmentSeal(Path file, Manifest manifest, long records, Function<RunInfo, BitSet> keyGoesOnAt) {
        this.file = file;
        this.manifest = manifest;
        this.records = records;
        for (RunInfo run : manifest.runs()) {
            runs.put(run.run(), new RunBlocks(run, keyGoesOnAt.apply(run), new BlockIndexBuilder((int) run.blocks())));
        }
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when the file has other blocks than it was given */
    void write(Disk disk) throws IOException {
        long found = KvsRecords.walk(file, BlockFormat.HEADER_BYTES, this::add);
        if (found != records) {
            throw lost("was given " + records + " blocks and has " + found);
        }
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel = opened;
            long indexAt = opened.size();
            at = indexAt;
            writeIndex();
            Trailer trailer = new Trailer(indexAt, at - indexAt, (int) crc.getValue());
            append(trailer.encode());
            disk.syncFile(file, opened);
        }
    }

    /** One record of the store. */
    private void add(byte[] key, int keyBytes, long valueAt, int valueBytes, ByteBuffer head) {
        RunBlocks run = runs.get(BlockKeys.run(key));
        if (run == null) {
            return;
        }
        int block = BlockKeys.block(key, keyBytes);
        if (block < 0 || block >= run.info.blocks() || head.remaining() < BlockFormat.HEADER_BYTES
                || head.getInt(BlockFormat.LENGTH_AT) != valueBytes) {
            throw lost("has at offset " + valueAt + " no block " + block + " of " + run.info);
        }
        int flags = (head.get(BlockFormat.FLAGS_AT) & BlockFormat.FLAG_CONTINUES_PREVIOUS) != 0
                ? BlockIndex.FLAG_CONTINUES_PREVIOUS : 0;
        flags |= run.keyGoesOnAt.get(block) ? BlockIndex.FLAG_KEY_GOES_ON : 0;
        int keyLength = BlockKeys.unescape(key, keyBytes);
        run.index.set(block, valueAt, valueBytes, head.getInt(BlockFormat.TUPLES_AT), flags, key, 0, keyLength);
    }

    private void writeIndex() throws IOException {
        appendPart(Json.write(manifest));
        for (RunInfo run : manifest.runs()) {
            BlockIndexBuilder index = runs.remove(run.run()).index;
            if (index.setCount() != run.blocks()) {
                throw lost("has " + index.setCount() + " of the " + run.blocks() + " blocks of " + run);
            }
            byte[] bytes = new byte[index.bytes()];
            index.build(bytes, 0);
            appendPart(bytes);
        }
    }

    private void appendPart(byte[] bytes) throws IOException {
        append(ByteBuffer.allocate(4).putInt(bytes.length).flip());
        append(ByteBuffer.wrap(bytes));
    }

    private void append(ByteBuffer bytes) throws IOException {
        crc.update(bytes.duplicate());
        while (bytes.hasRemaining()) {
            at += channel.write(bytes, at);
        }
    }

    private SssException lost(String what) {
        return new SssException(ErrorCode.INTERNAL, "segment " + file + " " + what
                + "; nothing of the group was committed, drop it and run the job again");
    }
}
