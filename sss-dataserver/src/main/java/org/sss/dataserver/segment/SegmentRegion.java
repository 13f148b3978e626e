package org.sss.dataserver.segment;

import io.netty.channel.DefaultFileRegion;
import java.nio.channels.FileChannel;

/**
 * Bytes of a segment file that the kernel sends; the file stays open until they are sent or released. Thread-safe
 * as {@link DefaultFileRegion} is.
 */
public final class SegmentRegion extends DefaultFileRegion {
    private final SegmentCache.Lease lease;

    /** @param lease of the segment that {@code file} belongs to; this region owns it */
    SegmentRegion(SegmentCache.Lease lease, FileChannel file, long position, long count) {
        super(file, position, count);
        this.lease = lease;
    }

    /** Does not close the file, which this region does not own. */
    @Override
    protected void deallocate() {
        lease.close();
    }
}
