package org.sss.dataserver;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongConsumer;
import org.sss.api.SssException;
import org.sss.dataserver.SegmentFormat.Trailer;
import org.sss.net.rpc.Json;

/**
 * The decoded index section of a segment file: its manifest, and for each run of it where the blocks are. Immutable,
 * thread-safe.
 *
 * @param blocks of each run of the manifest, in its order
 */
record SegmentIndex(Manifest manifest, List<BlockIndex> blocks) {
    /**
     * Reads trailer and index of a file and checks everything in them.
     *
     * @param admit is told about how many bytes of memory the index will take, before they are taken, and may throw
     * @throws SssException {@link org.sss.api.ErrorCode#CORRUPT}
     */
    static SegmentIndex read(DataFile file, FileSegment segment, LongConsumer admit) throws IOException {
        Trailer trailer = trailer(file, segment);
        admit.accept(trailer.indexBytes());
        byte[] section = new byte[(int) trailer.indexBytes()];
        file.read(ByteBuffer.wrap(section), trailer.indexAt());
        if (SegmentFormat.crc(section, 0, section.length) != trailer.indexCrc()) {
            throw segment.corrupt("the checksum of its index is wrong", null);
        }
        return decode(section, trailer.indexAt(), segment);
    }

    private static Trailer trailer(DataFile file, FileSegment segment) throws IOException {
        long bytes = file.bytes();
        ByteBuffer trailer = ByteBuffer.allocate(SegmentFormat.TRAILER_BYTES);
        try {
            file.read(trailer, Math.max(0, bytes - SegmentFormat.TRAILER_BYTES));
            return Trailer.decode(trailer, bytes);
        } catch (IllegalArgumentException | EOFException e) {
            throw segment.corrupt(e.getMessage(), e);
        }
    }

    private static SegmentIndex decode(byte[] section, long dataBytes, FileSegment segment) {
        ByteBuffer in = ByteBuffer.wrap(section);
        byte[] json = Arrays.copyOfRange(section, 4, 4 + length(in, segment));
        in.position(4 + json.length);
        Manifest manifest = manifest(json, segment);
        List<BlockIndex> blocks = new ArrayList<>();
        for (RunInfo run : manifest.runs()) {
            int length = length(in, segment);
            blocks.add(index(section, in.position(), length, run, dataBytes, segment));
            in.position(in.position() + length);
        }
        if (in.hasRemaining()) {
            throw segment.corrupt("its index has " + in.remaining() + " bytes too many", null);
        }
        return new SegmentIndex(manifest, List.copyOf(blocks));
    }

    private static int length(ByteBuffer in, FileSegment segment) {
        int length = in.remaining() < 4 ? -1 : in.getInt();
        if (length < 0 || length > in.remaining()) {
            throw segment.corrupt("a length in its index is wrong", null);
        }
        return length;
    }

    private static Manifest manifest(byte[] json, FileSegment segment) {
        Manifest manifest;
        try {
            manifest = Json.read(json, Manifest.class, "it");
        } catch (SssException e) {
            throw segment.corrupt("its manifest cannot be read: " + e.getMessage(), e);
        }
        if (manifest.version() != Manifest.VERSION || manifest.group() != segment.group()
                || manifest.subgroup() != segment.subgroup() || manifest.number() != segment.number()) {
            throw segment.corrupt("its manifest is of group " + manifest.group() + ", subgroup " + manifest.subgroup()
                    + ", segment " + manifest.number() + ", format " + manifest.version()
                    + "; the file was moved here or written by another version", null);
        }
        return manifest;
    }

    private static BlockIndex index(byte[] section, int at, int length, RunInfo run, long dataBytes, FileSegment segment) {
        boolean fits = run.blocks() >= 0 && run.blocks() <= length / BlockIndex.ENTRY_BYTES;
        BlockIndex index = fits ? new BlockIndex(section, at, (int) run.blocks()) : null;
        if (index == null || !index.isSound(at + length, dataBytes) || index.totalTuples() != run.tuples()) {
            throw segment.corrupt("the index of " + run + " does not fit the run's " + run.blocks() + " blocks and "
                    + run.tuples() + " tuples", null);
        }
        return index;
    }
}
