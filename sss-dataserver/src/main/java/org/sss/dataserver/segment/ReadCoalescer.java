package org.sss.dataserver.segment;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Arrays;
import org.sss.dataserver.disk.DataFile;
import org.sss.dataserver.index.BlockIndex;

/**
 * Reads several blocks of a run, adjacent ones by one system call. One thread at
 * a time; reused.
 */
final class ReadCoalescer {
    /** Reading this many unneeded bytes is cheaper than one more system call. */
    private static final int MAX_GAP_BYTES = 8 << 10;

    private final BlockIndex index;
    private long[] offsets = new long[4];
    private int[] lengths = new int[4];
    private int count;
    private int bytes;

    /** Receives the position of a block in memory; blocks are counted from 0. */
    interface Placed {
        void at(int block, int start);
    }

    ReadCoalescer(BlockIndex index) {
        this.index = index;
    }

    /**
     * Chooses as many blocks as fit, but at least one.
     *
     * @param bytesForEach additional bytes for each block
     * @param adjoining    whether all must be adjacent
     * @return the number of blocks
     */
    int choose(int from, int to, int maxBytes, int bytesForEach, boolean adjoining) {
        look(0, from);
        count = 1;
        bytes = lengths[0];
        while (from + count < to) {
            look(count, from + count);
            int more = lengths[count] + (isJoined(count) ? gap(count) : 0);
            if (bytes + more + (count + 1) * bytesForEach > maxBytes || adjoining && !isJoined(count)) {
                break;
            }
            bytes += more;
            count++;
        }
        return count;
    }

    private void look(int at, int block) {
        if (at == offsets.length) {
            offsets = Arrays.copyOf(offsets, 2 * at);
            lengths = Arrays.copyOf(lengths, 2 * at);
        }
        offsets[at] = index.offset(block);
        lengths[at] = index.length(block);
    }

    /** Returns true if a block is read together with the one before. */
    private boolean isJoined(int at) {
        long gap = offsets[at] - offsets[at - 1] - lengths[at - 1];
        return gap >= 0 && gap <= MAX_GAP_BYTES;
    }

    /** Returns the gap between a block and the one before, if they are read together. */
    int gap(int at) {
        return (int) (offsets[at] - offsets[at - 1] - lengths[at - 1]);
    }

    /** Returns the offset of the first block in the file. */
    long offset() {
        return offsets[0];
    }

    int length(int at) {
        return lengths[at];
    }

    /** Returns the bytes to read, with the gaps between adjacent blocks. */
    int bytes() {
        return bytes;
    }

    void read(DataFile file, ByteBuf memory, Placed out) throws IOException {
        for (int first = 0, next; first < count; first = next) {
            next = first + 1;
            while (next < count && isJoined(next)) {
                next++;
            }
            int length = (int) (offsets[next - 1] + lengths[next - 1] - offsets[first]);
            int at = memory.writerIndex();
            file.read(memory.nioBuffer(at, length), offsets[first]);
            memory.writerIndex(at + length);
            for (int block = first; block < next; block++) {
                out.at(block, at + (int) (offsets[block] - offsets[first]));
            }
        }
    }
}
