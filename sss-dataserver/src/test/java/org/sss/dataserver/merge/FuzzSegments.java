package org.sss.dataserver.merge;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.api.Compression;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.index.IndexPage.Pointer;
import org.sss.dataserver.index.IndexWriter;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.segment.SegmentFormat;
import org.sss.dataserver.segment.SegmentFormat.Trailer;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.RunWriter;
import org.sss.net.control.AttemptId;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;
import org.sss.net.testing.FuzzBlocks;

/** Segment files for fuzz targets: good ones, and bad ones under good checksums. Stateless. */
public final class FuzzSegments {
    public static final long GROUP = 7;
    public static final int SUBGROUP = 3;
    public static final int NUMBER = 1;

    private static final int MAX_PAGES = 200;
    /** Of Tokyo Cabinet's header. */
    private static final int HEADER_BYTES = 256;

    private FuzzSegments() {}

    /**
     * A file whose content are these runs, block after block, after a header: of what Tokyo Cabinet has between them no
     * reader looks at anything.
     *
     * @param pageBytes of an index, unless two entries take more
     */
    public static byte[] file(int pageBytes, List<List<byte[]>> runs) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(new byte[HEADER_BYTES]);
        List<OpenRun> opened = new ArrayList<>();
        List<long[]> offsets = new ArrayList<>();
        for (List<byte[]> blocks : runs) {
            opened.add(new OpenRun(5 + opened.size(), new AttemptId("w", opened.size(), 0), 0));
            offsets.add(write(blocks, opened.get(opened.size() - 1), file));
        }
        long pagesAt = file.size();
        ByteArrayOutputStream roots = new ByteArrayOutputStream();
        for (int run = 0; run < runs.size(); run++) {
            Pointer root = index(pageBytes, runs.get(run), opened.get(run), offsets.get(run), file);
            roots.writeBytes(ByteBuffer.allocate(SegmentFormat.ROOT_BYTES)
                    .putLong(root.offset())
                    .putInt(root.bytes())
                    .putInt(root.level())
                    .array());
        }
        byte[] manifest = Json.write(new Manifest(
                Manifest.VERSION,
                GROUP,
                GroupKey.NO_IDENTITY,
                SUBGROUP,
                NUMBER,
                opened.stream().map(OpenRun::finish).toList()));
        byte[] head = ByteBuffer.allocate(4 + manifest.length + roots.size())
                .putInt(manifest.length)
                .put(manifest)
                .put(roots.toByteArray())
                .array();
        long headAt = file.size();
        file.writeBytes(head);
        file.writeBytes(new Trailer(pagesAt, headAt, head.length, SegmentFormat.crc(head, 0, head.length))
                .encode()
                .array());
        byte[] whole = file.toByteArray();
        System.arraycopy(header(pagesAt), 0, whole, 0, HEADER_BYTES);
        return whole;
    }

    /** That of a closed B+tree file of Tokyo Cabinet. */
    private static byte[] header(long contentBytes) {
        ByteBuffer header = ByteBuffer.allocate(HEADER_BYTES).order(ByteOrder.LITTLE_ENDIAN);
        header.put("ToKyO CaBiNeT\n".getBytes(StandardCharsets.US_ASCII)).put(32, (byte) 1);
        return header.putLong(56, contentBytes).putLong(64, HEADER_BYTES).array();
    }

    private static long[] write(List<byte[]> blocks, OpenRun run, ByteArrayOutputStream file) {
        long[] offsets = new long[blocks.size()];
        try (BlockValidator validator = new BlockValidator()) {
            for (byte[] block : blocks) {
                validator.load(block, 0, block.length);
                run.checkFollows(validator);
                offsets[run.blocks()] = file.size();
                run.add(validator);
                file.writeBytes(block);
            }
        }
        return offsets;
    }

    private static Pointer index(
            int pageBytes, List<byte[]> blocks, OpenRun run, long[] offsets, ByteArrayOutputStream file)
            throws IOException {
        IndexWriter index = new IndexWriter(run.number(), pageBytes, page -> {
            file.writeBytes(page);
            return file.size() - page.length;
        });
        try (BlockValidator validator = new BlockValidator()) {
            for (int i = 0; i < offsets.length; i++) {
                validator.load(blocks.get(i), 0, blocks.get(i).length);
                int flags = (validator.continuesPrevious() ? IndexPage.FLAG_CONTINUES_PREVIOUS : 0)
                        | (run.keyContinuesAt().get(i) ? IndexPage.FLAG_KEY_CONTINUES : 0);
                byte[] key = validator.firstKey();
                index.add(offsets[i], validator.blockBytes(), validator.tuples(), flags, key, 0, key.length);
            }
        }
        return index.finish();
    }

    /** A block for each key. */
    public static List<byte[]> blocks(String... keys) {
        List<byte[]> blocks = new ArrayList<>();
        for (String key : keys) {
            RunWriter writer =
                    new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)), Compression.LZ4);
            byte[] bytes = key.getBytes(StandardCharsets.UTF_8);
            writer.add(bytes, 0, bytes.length, bytes, 0, Math.min(3, bytes.length));
            writer.finish();
        }
        return blocks;
    }

    /** Makes all checksums of a file good, those of pages and blocks as far as these are where others say. */
    public static byte[] repair(byte[] file) {
        int trailerAt = file.length - SegmentFormat.TRAILER_BYTES;
        if (trailerAt < 0) {
            return file;
        }
        int headBytes = BigEndian.getInt(file, trailerAt + 32);
        int headAt = trailerAt - headBytes;
        if (headBytes >= 4 && headAt >= 0) {
            repairIndexes(file, headAt, headBytes);
            long pagesAt = BigEndian.getLong(file, trailerAt + 8);
            Trailer trailer = new Trailer(pagesAt, headAt, headBytes, SegmentFormat.crc(file, headAt, headBytes));
            trailer.encode().get(file, trailerAt, SegmentFormat.TRAILER_BYTES);
        }
        return file;
    }

    private static void repairIndexes(byte[] file, int headAt, int headBytes) {
        int rootsAt = BigEndian.getInt(file, headAt) + 4;
        int[] left = {MAX_PAGES};
        for (int at = Math.max(4, rootsAt);
                at >= 0 && at <= headBytes - SegmentFormat.ROOT_BYTES;
                at += SegmentFormat.ROOT_BYTES) {
            repairPage(file, BigEndian.getLong(file, headAt + at), BigEndian.getInt(file, headAt + at + 8), left);
        }
    }

    private static void repairPage(byte[] file, long offset, int bytes, int[] left) {
        if (bytes < IndexPage.HEADER_BYTES || offset < 0 || offset > file.length - bytes || left[0]-- <= 0) {
            return;
        }
        int at = (int) offset;
        boolean ofBlocks = BigEndian.getInt(file, at + IndexPage.LEVEL_AT) == 0;
        int entries = Math.min(
                BigEndian.getInt(file, at + IndexPage.ENTRIES_AT),
                (bytes - IndexPage.HEADER_BYTES) / IndexPage.ENTRY_BYTES);
        for (int i = 0; i < entries; i++) {
            int entry = at + IndexPage.HEADER_BYTES + i * IndexPage.ENTRY_BYTES;
            long childAt = BigEndian.getLong(file, entry);
            int childBytes = BigEndian.getInt(file, entry + IndexPage.LENGTH_AT);
            if (ofBlocks) {
                repairBlock(file, childAt, childBytes);
            } else {
                repairPage(file, childAt, childBytes, left);
            }
        }
        BigEndian.putInt(file, at, IndexPage.crc(Arrays.copyOfRange(file, at, at + bytes)));
    }

    private static void repairBlock(byte[] file, long offset, int bytes) {
        if (bytes >= BlockFormat.HEADER_BYTES && offset >= 0 && offset <= file.length - bytes) {
            byte[] block = FuzzBlocks.repair(Arrays.copyOfRange(file, (int) offset, (int) offset + bytes));
            System.arraycopy(block, 0, file, (int) offset, bytes);
        }
    }
}
