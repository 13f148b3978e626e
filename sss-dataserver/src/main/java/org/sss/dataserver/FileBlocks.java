package org.sss.dataserver;

import io.netty.channel.FileRegion;
import java.util.List;

/**
 * Blocks in a file, to be sent from there. Immutable.
 *
 * @param ranges counted by references: whoever has them releases them
 * @param tuples that end in these blocks
 */
record FileBlocks(List<? extends FileRegion> ranges, long tuples) {
    int bytes() {
        int bytes = 0;
        for (FileRegion range : ranges) {
            bytes += (int) range.count();
        }
        return bytes;
    }

    void release() {
        Closing.each(ranges, FileRegion::release);
    }
}
