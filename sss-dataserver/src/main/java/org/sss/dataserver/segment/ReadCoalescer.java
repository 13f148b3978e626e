package org.sss.dataserver.segment;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Arrays;
import org.sss.dataserver.disk.DataFile;
import org.sss.dataserver.index.BlockIndex;

/** Blocks of a run that are read together, those that lie near each other in the file by one system call. One thread at a time; used again. */
final class ReadCoalescer {
    /** Reading so many bytes that nobody wants is cheaper than one more system call. */
    private static final int MAX_GAP_BYTES = 8 << 10;

    private final BlockIndex index;
    private long[] offsets = new long[4];
    private int[] lengths = new int[4];
    private int count;
    private int bytes;

    /** Is told where in memory a block is; they are counted from 0. */
    interface Placed {
        void at(int block, int start);
    }

    ReadCoalescer(BlockIndex index) {
        this.index = index;
    }

    /**
     * Takes as many blocks as there is room for, but at least one.
     *
     * @param bytesForEach what is needed beside the bytes of a block
     * @param adjoining    whether all are to lie near each other
     * @return how many they are
     */
    int choose(int from, int to, int mostBytes, int bytesForEach, boolean adjoining) {
        look(0, from);
        count = 1;
        bytes = lengths[0];
        while (from + count < to) {
            look(count, from + count);
            int more = lengths[count] + (isJoined(count) ? gap(count) : 0);
            if (bytes + more + (count + 1) * bytesForEach > mostBytes || adjoining && !isJoined(count)) {
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

    /** Whether a block is read together with the one before. */
    private boolean isJoined(int at) {
        long gap = offsets[at] - offsets[at - 1] - lengths[at - 1];
        return gap >= 0 && gap <= MAX_GAP_BYTES;
    }

    /** Between a block and the one before, which is near it. */
    int gap(int at) {
        return (int) (offsets[at] - offsets[at - 1] - lengths[at - 1]);
    }

    /** Of the first one, in the file. */
    long offset() {
        return offsets[0];
    }

    int length(int at) {
        return lengths[at];
    }

    /** What reading them takes, with what lies between those that are near each other. */
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
