package org.sss.dataserver.segment;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.sss.dataserver.run.Manifest;

/** The bytes of a segment file from its start to its end; the file stays open until {@link #close}. Thread-safe. */
public final class SegmentBytes implements AutoCloseable {
    private final SegmentCache.Lease lease;

    /** @param lease owned by this */
    SegmentBytes(SegmentCache.Lease lease) {
        this.lease = lease;
    }

    public Manifest manifest() {
        return lease.open().index().manifest();
    }

    /** Returns the size of the file. */
    public long length() {
        try {
            return lease.open().file().bytes();
        } catch (IOException e) {
            throw segment().error(e);
        }
    }

    private FileSegment segment() {
        return lease.open().segment();
    }

    /** Reads bytes into memory that the caller owns. */
    public ByteBuf read(long at, int bytes) {
        segment().checkNotDropped();
        ByteBuf memory = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
        boolean read = false;
        try {
            ByteBuffer into = memory.nioBuffer(0, bytes);
            lease.open().file().read(into, at);
            memory.writerIndex(bytes);
            read = true;
            return memory;
        } catch (IOException e) {
            throw segment().error(e);
        } finally {
            if (!read) {
                memory.release();
            }
        }
    }

    /** Returns a range of the file, whose pages are in the page cache now; the caller owns it. */
    public SegmentRegion region(long at, int bytes) {
        segment().checkNotDropped();
        try {
            lease.open().file().load(at, bytes);
            return new SegmentRegion(lease.share(), lease.open().file().sending(), at, bytes);
        } catch (IOException e) {
            throw segment().error(e);
        }
    }

    @Override
    public void close() {
        lease.close();
    }
}
