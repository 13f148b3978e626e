package org.sss.net.data;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.testing.FuzzTarget;

/**
 * A frame of blocks of several runs, which follows other bytes in its buffer. One thread.
 *
 * <pre>
 *   input: 1 to repair the magic, then the frame
 * </pre>
 */
public final class RunBatchFuzz implements FuzzTarget {
    private final RunBatch batch = new RunBatch();

    @Override
    public boolean accepts(byte[] input) {
        byte[] bytes = input.clone();
        if (bytes.length >= 5 && (bytes[0] & 1) != 0) {
            BigEndian.putInt(bytes, 1, RunBatch.MAGIC);
        }
        ByteBuf frame = Unpooled.wrappedBuffer(bytes).skipBytes(Math.min(1, bytes.length));
        try {
            batch.start(frame);
            int left = frame.readableBytes() - RunBatch.headBytes(1);
            while (batch.next()) {
                Objects.checkIndex(batch.run(), RunBatch.MAX_RUNS);
                batch.copyTo(new byte[Objects.checkIndex(batch.length(), left + 1)]);
                left -= batch.length();
            }
            return true;
        } catch (SssException refused) {
            return false;
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "one",
                frame("block", 0, 5, 0),
                "gaps",
                frame("..first...second", 2, 5, 7, 3, 6, RunBatch.MAX_RUNS - 1),
                "empty-blocks",
                frame("", 0, 0, 1, 0, 0, 0));
    }

    /** @param entries bytes before each block, size of the block, run */
    private static byte[] frame(String rest, int... entries) {
        ByteBuf frame = Unpooled.buffer().writeByte(0);
        RunBatch.writeHead(frame, entries.length / 3);
        for (int at = 0; at < entries.length; at += 3) {
            RunBatch.writeEntry(frame, entries[at], entries[at + 1], entries[at + 2]);
        }
        frame.writeCharSequence(rest, StandardCharsets.US_ASCII);
        return Arrays.copyOf(frame.array(), frame.readableBytes());
    }
}
