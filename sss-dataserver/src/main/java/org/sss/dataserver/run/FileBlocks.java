package org.sss.dataserver.run;

import io.netty.channel.FileRegion;
import java.util.List;
import org.sss.dataserver.process.Closing;

/**
 * Blocks in a file, to be sent from the file. Immutable.
 *
 * @param ranges reference-counted: the owner releases them
 * @param tuples that end in these blocks
 */
public record FileBlocks(List<? extends FileRegion> ranges, long tuples) {
    public int bytes() {
        int bytes = 0;
        for (FileRegion range : ranges) {
            bytes += (int) range.count();
        }
        return bytes;
    }

    public void release() {
        Closing.each(ranges, FileRegion::release);
    }
}
