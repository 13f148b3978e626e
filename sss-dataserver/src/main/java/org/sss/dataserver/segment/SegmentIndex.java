package org.sss.dataserver.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFile;
import org.sss.dataserver.index.IndexMemory;
import org.sss.dataserver.index.IndexPage;
import org.sss.dataserver.index.IndexPage.Pointer;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.segment.SegmentFormat.Trailer;
import org.sss.net.control.GroupKey;
import org.sss.net.rpc.Json;

/**
 * The metadata of an open segment file: its manifest, and for each run of it the root of its index. The pages
 * of the indexes are read on demand. Immutable, thread-safe.
 *
 * @param roots     of each run of the manifest, in its order
 * @param dataBytes blocks are before this offset
 * @param pagesEnd  pages are between that and this one
 * @param heapBytes approximate heap of this object
 */
public record SegmentIndex(Manifest manifest, List<Pointer> roots, long dataBytes, long pagesEnd, long heapBytes) {
    /** Bytes of the first read: everything besides blocks, if the segment is not large. */
    static final int TAIL_BYTES = 16 << 10;
    /** Each level has at most half as many pages as the one below, and a run fewer than 2^31 blocks. */
    private static final int MAX_LEVELS = 32;

    /**
     * Reads trailer and head of a file and verifies everything in them. Roots that come with them are verified and
     * cached too.
     *
     * @throws SssException {@link org.sss.api.ErrorCode#CORRUPT}
     */
    static SegmentIndex read(DataFile file, FileSegment segment, IndexMemory memory) throws IOException {
        long fileBytes = file.bytes();
        byte[] tail = new byte[(int) Math.min(fileBytes, TAIL_BYTES)];
        long tailAt = fileBytes - tail.length;
        file.read(ByteBuffer.wrap(tail), tailAt);
        Trailer trailer = trailer(tail, fileBytes, segment);
        SegmentIndex index = decode(head(file, trailer, tail, tailAt), trailer, segment);
        index.cacheRoots(tail, tailAt, segment, memory);
        return index;
    }

    private static Trailer trailer(byte[] tail, long fileBytes, FileSegment segment) {
        try {
            int at = Math.max(0, tail.length - SegmentFormat.TRAILER_BYTES);
            byte[] trailer = Arrays.copyOfRange(tail, at, at + SegmentFormat.TRAILER_BYTES);
            return Trailer.decode(ByteBuffer.wrap(trailer), fileBytes);
        } catch (IllegalArgumentException e) {
            throw segment.corrupt(e.getMessage(), e);
        }
    }

    private static byte[] head(DataFile file, Trailer trailer, byte[] tail, long tailAt) throws IOException {
        if (trailer.headAt() >= tailAt) {
            int at = (int) (trailer.headAt() - tailAt);
            return Arrays.copyOfRange(tail, at, at + trailer.headBytes());
        }
        byte[] head = new byte[trailer.headBytes()];
        file.read(ByteBuffer.wrap(head), trailer.headAt());
        return head;
    }

    private static SegmentIndex decode(byte[] head, Trailer trailer, FileSegment segment) {
        if (SegmentFormat.crc(head, 0, head.length) != trailer.headCrc()) {
            throw segment.corrupt("the checksum of its head is wrong", null);
        }
        ByteBuffer in = ByteBuffer.wrap(head);
        int jsonBytes = in.getInt();
        if (jsonBytes < 0 || jsonBytes > in.remaining()) {
            throw segment.corrupt("a length in its head is wrong", null);
        }
        Manifest manifest = manifest(Arrays.copyOfRange(head, 4, 4 + jsonBytes), segment);
        in.position(4 + jsonBytes);
        if (in.remaining() != (long) manifest.runs().size() * SegmentFormat.ROOT_BYTES) {
            throw segment.corrupt(
                    "its head has " + in.remaining() + " bytes for the indexes of "
                            + manifest.runs().size() + " runs",
                    null);
        }
        return new SegmentIndex(
                manifest,
                roots(in, manifest, trailer, segment),
                trailer.pagesAt(),
                trailer.headAt(),
                500 + 2L * head.length);
    }

    private static Manifest manifest(byte[] json, FileSegment segment) {
        Manifest manifest;
        try {
            manifest = Json.read(json, Manifest.class, "it");
        } catch (SssException e) {
            throw segment.corrupt("its manifest cannot be read: " + e.getMessage(), e);
        }
        if (manifest.version() != Manifest.VERSION
                || manifest.subgroup() != segment.subgroup()
                || !segment.isWrittenAs(manifest.number())
                || !isOf(segment.writer(), manifest, segment)) {
            throw segment.corrupt(
                    "its manifest is of group " + manifest.group() + ", subgroup " + manifest.subgroup()
                            + ", segment " + manifest.number() + ", format " + manifest.version()
                            + (isOf(segment.writer(), manifest, segment) ? "" : ", of another identity")
                            + "; the file was moved here or written by another version",
                    null);
        }
        return manifest;
    }

    private static boolean isOf(GroupKey writer, Manifest manifest, FileSegment segment) {
        return writer == null
                ? manifest.group() == segment.group()
                : manifest.group() == writer.id() && writer.identity().equals(manifest.identity());
    }

    private static List<Pointer> roots(ByteBuffer in, Manifest manifest, Trailer trailer, FileSegment segment) {
        List<Pointer> roots = new ArrayList<>();
        for (RunInfo run : manifest.runs()) {
            Pointer root = new Pointer(in.getLong(), in.getInt(), in.getInt(), 0);
            if (run.blocks() < 0
                    || run.blocks() > Integer.MAX_VALUE
                    || root.bytes() < 0
                    || root.level() < 0
                    || root.level() >= MAX_LEVELS
                    || root.offset() < trailer.pagesAt()
                    || root.offset() > trailer.headAt() - root.bytes()) {
                throw segment.corrupt("the root of the index of " + run + " does not fit the file", null);
            }
            roots.add(root);
        }
        return List.copyOf(roots);
    }

    private void cacheRoots(byte[] tail, long tailAt, FileSegment segment, IndexMemory memory) {
        for (int run = 0; run < roots.size(); run++) {
            Pointer root = roots.get(run);
            if (root.offset() >= tailAt) {
                int at = (int) (root.offset() - tailAt);
                memory.put(
                        segment,
                        root.offset(),
                        page(Arrays.copyOfRange(tail, at, at + root.bytes()), run, root, segment));
            }
        }
    }

    /**
     * Reads a page of the index of a run.
     *
     * @param run its index in the manifest
     */
    IndexPage page(DataFile file, FileSegment segment, int run, Pointer pointer) throws IOException {
        byte[] bytes = new byte[pointer.bytes()];
        file.read(ByteBuffer.wrap(bytes), pointer.offset());
        return page(bytes, run, pointer, segment);
    }

    private IndexPage page(byte[] bytes, int run, Pointer pointer, FileSegment segment) {
        RunInfo info = manifest.runs().get(run);
        try {
            IndexPage page = IndexPage.decode(bytes, info.run(), pointer, dataBytes, pagesEnd);
            if (page.level() == 0 && page.end() > info.blocks()) {
                throw new IllegalArgumentException(
                        "it has " + page.entries() + " blocks of " + info.blocks() + " in all");
            }
            return page;
        } catch (IllegalArgumentException e) {
            throw segment.corrupt(info + ": " + pointer + ": " + e.getMessage(), e);
        }
    }
}
