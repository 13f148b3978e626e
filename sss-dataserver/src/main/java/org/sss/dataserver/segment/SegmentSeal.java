package org.sss.dataserver.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.index.IndexPage.Pointer;
import org.sss.dataserver.index.IndexWriter;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.segment.SegmentFormat.Trailer;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockSum;
import org.sss.net.rpc.Json;

/**
 * Completes the file of a segment: appends indexes, head and trailer to the content ({@link SegmentFormat}). Used
 * once, by one thread.
 */
public final class SegmentSeal {
    private final Path file;
    private final Manifest manifest;
    private final List<BitSet> keyContinuesAt;
    private final ExternalBlockSorter blocks;
    private final Offsets offsets;
    /** By run number, the index of the run in the manifest. */
    private final Map<Integer, Integer> indexOfRun = new HashMap<>();

    private final Pointer[] roots;
    private FileChannel channel;
    private long at;
    private int run; // index in the manifest of the run whose index is being written
    private IndexWriter index; // null before the first
    private BlockSum found;

    /** Offsets of blocks in the file. */
    @FunctionalInterface
    public interface Offsets {
        /** @param added the offset that the sorter has */
        long of(int run, int block, long added);
    }

    /**
     * @param keyContinuesAt for each run of the manifest the blocks whose first key is the last key of the block before
     * @param blocks      all blocks in the file, committed or not; the caller closes it
     * @param offsets     where these blocks are in the file
     */
    public SegmentSeal(
            Path file,
            Manifest manifest,
            Function<RunInfo, BitSet> keyContinuesAt,
            ExternalBlockSorter blocks,
            Offsets offsets) {
        this.offsets = offsets;
        this.file = file;
        this.manifest = manifest;
        this.keyContinuesAt = manifest.runs().stream().map(keyContinuesAt).toList();
        this.blocks = blocks;
        manifest.runs().forEach(info -> indexOfRun.put(info.run(), indexOfRun.size()));
        roots = new Pointer[manifest.runs().size()];
    }

    /**
     * Appends to the file from {@code contentBytes} on, and syncs it.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when the file has other blocks than the manifest states
     */
    public void append(FileChannel opened, long contentBytes, Disk disk) throws IOException {
        channel = opened;
        at = contentBytes;
        blocks.forEach(this::index);
        endRun();
        checkAllThere();
        byte[] head = head();
        long headAt = append(head);
        append(new Trailer(contentBytes, headAt, head.length, SegmentFormat.crc(head, 0, head.length))
                .encode()
                .array());
        disk.syncFile(file, opened);
    }

    /** Indexes one block; called in order. */
    private void index(byte[] array, int from) throws IOException {
        Integer position = indexOfRun.get(BigEndian.getInt(array, from + ExternalBlockSorter.RUN_AT));
        if (position == null) {
            return;
        }
        startRun(position);
        int block = BigEndian.getInt(array, from + ExternalBlockSorter.BLOCK_AT);
        if (block != index.blocks()) {
            throw lost("has block " + index.blocks() + " of " + manifest.runs().get(run) + " not once");
        }
        int blockTuples = BigEndian.getInt(array, from + ExternalBlockSorter.TUPLES_AT);
        found.add(blockTuples, BigEndian.getInt(array, from + ExternalBlockSorter.DATA_BYTES_AT));
        int flags = BigEndian.getInt(array, from + ExternalBlockSorter.FLAGS_AT)
                | (keyContinuesAt.get(run).get(block) ? IndexPage.FLAG_KEY_CONTINUES : 0);
        long offset = offsets.of(
                BigEndian.getInt(array, from + ExternalBlockSorter.RUN_AT),
                block,
                BigEndian.getLong(array, from + ExternalBlockSorter.OFFSET_AT));
        index.add(
                offset,
                BigEndian.getInt(array, from + ExternalBlockSorter.LENGTH_AT),
                blockTuples,
                flags,
                array,
                from + ExternalBlockSorter.KEY_AT,
                BigEndian.getInt(array, from + ExternalBlockSorter.KEY_BYTES_AT));
    }

    private void startRun(int position) throws IOException {
        if (index != null && run == position) {
            return;
        }
        endRun();
        run = position;
        index = new IndexWriter(manifest.runs().get(run).run(), IndexWriter.PAGE_BYTES, this::append);
        found = new BlockSum();
    }

    private void endRun() throws IOException {
        if (index == null) {
            return;
        }
        RunInfo info = manifest.runs().get(run);
        if (!info.isOf(found)) {
            throw lost("has " + found + " of " + info + ", of which " + info.counts() + " were put");
        }
        roots[run] = index.finish();
        index = null;
    }

    private void checkAllThere() {
        for (int i = 0; i < roots.length; i++) {
            if (roots[i] == null) {
                throw lost("has no block of " + manifest.runs().get(i));
            }
        }
    }

    private byte[] head() {
        byte[] json = Json.write(manifest);
        ByteBuffer head = ByteBuffer.allocate(4 + json.length + roots.length * SegmentFormat.ROOT_BYTES);
        head.putInt(json.length).put(json);
        for (Pointer root : roots) {
            head.putLong(root.offset()).putInt(root.bytes()).putInt(root.level());
        }
        return head.array();
    }

    /** Returns the offset of the bytes. */
    private long append(byte[] bytes) throws IOException {
        long from = at;
        for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
            at += channel.write(left, at);
        }
        return from;
    }

    private SssException lost(String what) {
        return new SssException(
                ErrorCode.INTERNAL,
                "group " + manifest.group() + ", subgroup " + manifest.subgroup() + ": segment "
                        + file + " " + what
                        + "; nothing of the group was committed, drop it and run the job again");
    }
}
