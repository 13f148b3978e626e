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
import org.sss.dataserver.index.IndexPage.Place;
import org.sss.dataserver.index.IndexWriter;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.segment.SegmentFormat.Trailer;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockSum;
import org.sss.net.rpc.Json;

/**
 * Completes the file of a segment: behind the content come indexes, head and trailer ({@link SegmentFormat}). Used once, by one
 * thread.
 */
public final class SegmentSeal {
    private final Path file;
    private final Manifest manifest;
    private final List<BitSet> keyGoesOnAt;
    private final ExternalBlockSorter places;
    private final Offsets offsets;
    /** Where in the manifest the run with a number is. */
    private final Map<Integer, Integer> placeOfRun = new HashMap<>();
    private final Place[] roots;
    private FileChannel channel;
    private long at;
    private int run; // place in the manifest of the one whose index is being written
    private IndexWriter index; // null before the first
    private BlockSum found;

    /** Offsets of blocks in the file. */
    @FunctionalInterface
    public interface Offsets {
        /** @param added the offset that the sorter has */
        long of(int run, int block, long added);
    }

    /**
     * @param keyGoesOnAt for each run of the manifest the blocks whose first key is the last key of the block before
     * @param places      of all blocks in the file, committed or not; the caller closes it
     * @param offsets     where these blocks are in the file
     */
    public SegmentSeal(Path file, Manifest manifest, Function<RunInfo, BitSet> keyGoesOnAt, ExternalBlockSorter places, Offsets offsets) {
        this.offsets = offsets;
        this.file = file;
        this.manifest = manifest;
        this.keyGoesOnAt = manifest.runs().stream().map(keyGoesOnAt).toList();
        this.places = places;
        manifest.runs().forEach(info -> placeOfRun.put(info.run(), placeOfRun.size()));
        roots = new Place[manifest.runs().size()];
    }

    /**
     * Appends to the file from {@code contentBytes} on, and syncs it.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when the file has other blocks than the manifest says
     */
    public void append(FileChannel opened, long contentBytes, Disk disk) throws IOException {
        channel = opened;
        at = contentBytes;
        places.forEach(this::index);
        endRun();
        checkAllThere();
        byte[] head = head();
        long headAt = append(head);
        append(new Trailer(contentBytes, headAt, head.length, SegmentFormat.crc(head, 0, head.length)).encode().array());
        disk.syncFile(file, opened);
    }

    /** One block, in order. */
    private void index(byte[] array, int from) throws IOException {
        Integer place = placeOfRun.get(BigEndian.getInt(array, from + ExternalBlockSorter.RUN_AT));
        if (place == null) {
            return;
        }
        beginRun(place);
        int block = BigEndian.getInt(array, from + ExternalBlockSorter.BLOCK_AT);
        if (block != index.blocks()) {
            throw lost("has block " + index.blocks() + " of " + manifest.runs().get(run) + " not once");
        }
        int blockTuples = BigEndian.getInt(array, from + ExternalBlockSorter.TUPLES_AT);
        found.add(blockTuples, BigEndian.getInt(array, from + ExternalBlockSorter.DATA_BYTES_AT));
        int flags = BigEndian.getInt(array, from + ExternalBlockSorter.FLAGS_AT)
                | (keyGoesOnAt.get(run).get(block) ? IndexPage.FLAG_KEY_GOES_ON : 0);
        long offset = offsets.of(BigEndian.getInt(array, from + ExternalBlockSorter.RUN_AT), block,
                BigEndian.getLong(array, from + ExternalBlockSorter.OFFSET_AT));
        index.add(offset, BigEndian.getInt(array, from + ExternalBlockSorter.LENGTH_AT),
                blockTuples, flags, array, from + ExternalBlockSorter.KEY_AT, BigEndian.getInt(array, from + ExternalBlockSorter.KEY_BYTES_AT));
    }

    private void beginRun(int place) throws IOException {
        if (index != null && run == place) {
            return;
        }
        endRun();
        run = place;
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
        for (Place root : roots) {
            head.putLong(root.offset()).putInt(root.bytes()).putInt(root.level());
        }
        return head.array();
    }

    /** Returns where the bytes lie. */
    private long append(byte[] bytes) throws IOException {
        long from = at;
        for (ByteBuffer left = ByteBuffer.wrap(bytes); left.hasRemaining(); ) {
            at += channel.write(left, at);
        }
        return from;
    }

    private SssException lost(String what) {
        return new SssException(ErrorCode.INTERNAL, "group " + manifest.group() + ", subgroup " + manifest.subgroup() + ": segment "
                + file + " " + what
                + "; nothing of the group was committed, drop it and run the job again");
    }
}
