package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsReader;
import org.sss.kvs.KvsSeal;
import org.sss.kvs.KvsTuning;
import org.sss.net.rpc.Json;

/** A segment file open for reading, with its manifest. Thread-safe. */
final class OpenSegment implements AutoCloseable {
    private static final int USUAL_MANIFEST_BYTES = 64 << 10;

    private final FileSegment segment;
    private final KvsReader reader;
    private final Manifest manifest;

    private OpenSegment(FileSegment segment, KvsReader reader, Manifest manifest) {
        this.segment = segment;
        this.reader = reader;
        this.manifest = manifest;
    }

    /**
     * Opens a file; checks all of its bytes against its seal when this process has not done so yet, because the store may
     * end the process on a damaged page.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} or {@link ErrorCode#STORAGE} with the file
     */
    static OpenSegment open(FileSegment segment) {
        try {
            if (!segment.isVerified()) {
                KvsSeal.verify(segment.file());
                segment.setVerified();
            }
            KvsReader reader = KvsReader.open(segment.file(), KvsTuning.forBlockReading());
            return withManifest(segment, reader);
        } catch (KvsException e) {
            throw error(segment, e);
        }
    }

    private static OpenSegment withManifest(FileSegment segment, KvsReader reader) {
        boolean opened = false;
        try {
            OpenSegment made = new OpenSegment(segment, reader, readManifest(segment, reader));
            opened = true;
            return made;
        } finally {
            if (!opened) {
                reader.close();
            }
        }
    }

    FileSegment segment() {
        return segment;
    }

    KvsReader reader() {
        return reader;
    }

    Manifest manifest() {
        return manifest;
    }

    /** What an error of the store means for this file. */
    static SssException error(FileSegment segment, KvsException e) {
        segment.checkNotDropped();
        return switch (e.error()) {
            case IO, READ, OPEN, NOPERM, LOCK, THREAD, MMAP, LIBRARY -> Disk.error("read " + segment, segment.file(), e);
            case CLOSED -> new SssException(ErrorCode.CLOSED, "the data server is stopping", e);
            case NOFILE -> segment.corrupt("the file is missing", e);
            default -> segment.corrupt(e.getMessage(), e);
        };
    }

    private static Manifest readManifest(FileSegment segment, KvsReader reader) {
        int bytes = USUAL_MANIFEST_BYTES;
        while (true) {
            ByteBuf direct = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
            try {
                ByteBuffer out = direct.nioBuffer(0, bytes);
                int got = reader.get(BlockKeys.manifest(), out);
                if (got >= 0) {
                    return decode(segment, direct.writerIndex(got));
                }
                if (got == KvsReader.NOT_FOUND) {
                    throw segment.corrupt("it has no manifest", null);
                }
                bytes = -got;
            } finally {
                direct.release();
            }
        }
    }

    private static Manifest decode(FileSegment segment, ByteBuf json) {
        byte[] bytes = new byte[json.readableBytes()];
        json.readBytes(bytes);
        Manifest manifest;
        try {
            manifest = Json.read(bytes, Manifest.class, "it");
        } catch (SssException e) {
            throw segment.corrupt("its manifest cannot be read: " + e.getMessage(), e);
        }
        if (manifest.version() != Manifest.VERSION || manifest.group() != segment.group()
                || manifest.subgroup() != segment.subgroup()) {
            throw segment.corrupt("its manifest is of group " + manifest.group() + ", subgroup " + manifest.subgroup()
                    + ", format " + manifest.version() + "; the file was moved here or written by another version", null);
        }
        return manifest;
    }

    @Override
    public void close() {
        reader.close();
    }
}
