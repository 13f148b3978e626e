package org.sss.dataserver;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.IndexPage.Place;
import org.sss.dataserver.SegmentFormat.Trailer;
import org.sss.kvs.KvsRecords;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.rpc.Json;

/**
 * Completes the file of a segment that the store has closed: finds the place of every block in it, and appends indexes, head and
 * trailer ({@link SegmentFormat}), in bounded memory. Used once, by one thread.
 */
final class SegmentSeal {
    private final Path file;
    private final Manifest manifest;
    private final long records;
    private final List<BitSet> keyGoesOnAt;
    private final BlockPlaces places;
    /** Where in the manifest the run with a number is. */
    private final Map<Integer, Integer> placeOfRun = new HashMap<>();
    private final List<Place> roots = new ArrayList<>();
    private FileChannel channel;
    private long at;
    private IndexWriter index;
    private long tuples;

    /**
     * @param records     blocks of all runs that the store was given, committed or not
     * @param keyGoesOnAt for each run of the manifest the blocks whose first key is the last key of the block before
     * @param places      empty; the caller closes it
     */
    SegmentSeal(Path file, Manifest manifest, long records, Function<RunInfo, BitSet> keyGoesOnAt, BlockPlaces places) {
        this.file = file;
        this.manifest = manifest;
        this.records = records;
        this.keyGoesOnAt = manifest.runs().stream().map(keyGoesOnAt).toList();
        this.places = places;
        manifest.runs().forEach(run -> placeOfRun.put(run.run(), placeOfRun.size()));
    }

    /** @throws SssException {@link ErrorCode#INTERNAL} when the file has other blocks than it was given */
    void write(Disk disk) throws IOException {
        findBlocks();
        try (FileChannel opened = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel = opened;
            at = opened.size();
            long pagesAt = at;
            places.forEach(this::index);
            while (roots.size() < manifest.runs().size()) {
                endRun();
            }
            byte[] head = head();
            long headAt = append(head);
            append(new Trailer(pagesAt, headAt, head.length, SegmentFormat.crc(head, 0, head.length)).encode().array());
            disk.syncFile(file, opened);
        }
    }

    private void findBlocks() throws IOException {
        long found;
        try {
            found = KvsRecords.walk(file, BlockFormat.HEADER_BYTES, this::add);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (found != records) {
            throw lost("was given " + records + " blocks and has " + found);
        }
    }

    /** One record of the store. */
    private void add(byte[] key, int keyBytes, long valueAt, int valueBytes, ByteBuffer head) {
        Integer run = placeOfRun.get(BlockKeys.run(key));
        if (run == null) {
            return;
        }
        RunInfo info = manifest.runs().get(run);
        int block = BlockKeys.block(key, keyBytes);
        if (block < 0 || block >= info.blocks() || head.remaining() < BlockFormat.HEADER_BYTES
                || head.getInt(BlockFormat.LENGTH_AT) != valueBytes) {
            throw lost("has at offset " + valueAt + " no block " + block + " of " + info);
        }
        int flags = (head.get(BlockFormat.FLAGS_AT) & BlockFormat.FLAG_CONTINUES_PREVIOUS) != 0
                ? IndexPage.FLAG_CONTINUES_PREVIOUS : 0;
        flags |= keyGoesOnAt.get(run).get(block) ? IndexPage.FLAG_KEY_GOES_ON : 0;
        int keyLength = BlockKeys.unescape(key, keyBytes);
        places.add(run, block, valueAt, valueBytes, head.getInt(BlockFormat.TUPLES_AT), flags, key, keyLength);
    }

    /** One block, in order. */
    private void index(byte[] array, int from) throws IOException {
        int run = BigEndian.getInt(array, from + BlockPlaces.RUN_AT);
        while (roots.size() < run) {
            endRun();
        }
        beginRun();
        if (BigEndian.getInt(array, from + BlockPlaces.BLOCK_AT) != index.blocks()) {
            throw lost("has block " + index.blocks() + " of " + manifest.runs().get(run) + " not once");
        }
        int blockTuples = BigEndian.getInt(array, from + BlockPlaces.TUPLES_AT);
        tuples += blockTuples;
        index.add(BigEndian.getLong(array, from + BlockPlaces.OFFSET_AT), BigEndian.getInt(array, from + BlockPlaces.LENGTH_AT),
                blockTuples, BigEndian.getInt(array, from + BlockPlaces.FLAGS_AT),
                array, from + BlockPlaces.KEY_AT, BigEndian.getInt(array, from + BlockPlaces.KEY_BYTES_AT));
    }

    private void beginRun() {
        if (index == null) {
            index = new IndexWriter(manifest.runs().get(roots.size()).run(), IndexWriter.PAGE_BYTES, this::append);
            tuples = 0;
        }
    }

    private void endRun() throws IOException {
        beginRun();
        RunInfo run = manifest.runs().get(roots.size());
        if (index.blocks() != run.blocks() || tuples != run.tuples()) {
            throw lost("has " + index.blocks() + " of the " + run.blocks() + " blocks and " + tuples + " of the " + run.tuples()
                    + " tuples of " + run);
        }
        roots.add(index.finish());
        index = null;
    }

    private byte[] head() {
        byte[] json = Json.write(manifest);
        ByteBuffer head = ByteBuffer.allocate(4 + json.length + roots.size() * SegmentFormat.ROOT_BYTES);
        head.putInt(json.length).put(json);
        roots.forEach(root -> head.putLong(root.offset()).putInt(root.bytes()).putInt(root.level()));
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
        return new SssException(ErrorCode.INTERNAL, "segment " + file + " " + what
                + "; nothing of the group was committed, drop it and run the job again");
    }
}
