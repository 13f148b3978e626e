package org.sss.dataserver.segment;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/**
 * Bytes of a segment file that the kernel sends by itself; the file stays open until they were sent, or never will be. Thread-safe
 * as {@link DefaultFileRegion} is.
 */
public final class SegmentRegion extends DefaultFileRegion {
    private final SegmentCache.Lease lease;

    /** @param lease of the segment that {@code file} belongs to; held for this region */
    SegmentRegion(SegmentCache.Lease lease, FileChannel file, long position, long count) {
        super(file, position, count);
        this.lease = lease;
    }

    /** The file is not this region's to close. */
    @Override
    protected void deallocate() {
        lease.close();
    }
}
