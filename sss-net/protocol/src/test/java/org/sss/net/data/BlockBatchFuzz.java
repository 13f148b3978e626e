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
 * A frame of several blocks of one run: its blocks are inside the frame, one after the other, and the sender finds the
 * same. One thread.
 *
 * <pre>
 *   input: 1 to repair the magic, then the frame
 * </pre>
 */
public final class BlockBatchFuzz implements FuzzTarget {
    private final BlockBatch batch = new BlockBatch();

    @Override
    public boolean accepts(byte[] input) {
        byte[] frame = Arrays.copyOfRange(input, Math.min(1, input.length), input.length);
        if (input.length > 0 && (input[0] & 1) != 0 && frame.length >= 4) {
            BigEndian.putInt(frame, 0, BlockBatch.MAGIC);
        }
        StringBuilder found = new StringBuilder();
        try {
            if (batch.start(frame, frame.length) != BlockBatch.isBatch(Unpooled.wrappedBuffer(frame))) {
                throw new AssertionError("it is a frame of several blocks for the one and not for the other");
            }
            walk(frame.length, found);
        } catch (SssException refused) {
            return false;
        }
        if (!found.isEmpty()) {
            checkAgainstSender(frame, found.toString());
        }
        return true;
    }

    private void walk(int frameBytes, StringBuilder found) {
        for (int end = BlockBatch.headBytes(1); batch.next(); end = batch.offset() + batch.length()) {
            Objects.checkFromToIndex(end, batch.offset(), frameBytes);
            Objects.checkFromIndexSize(batch.offset(), batch.length(), frameBytes);
            found.append(' ').append(batch.offset()).append('+').append(batch.length());
        }
    }

    private static void checkAgainstSender(byte[] frame, String found) {
        StringBuilder made = new StringBuilder();
        BlockBatch.forEach(
                Unpooled.wrappedBuffer(frame),
                (offset, length) -> made.append(' ').append(offset).append('+').append(length));
        if (!made.toString().equals(found)) {
            throw new AssertionError("who made it finds" + made + ", who got it" + found);
        }
    }

    @Override
    public Map<String, byte[]> seeds() {
        return Map.of(
                "one",
                frame("block", 0, 5),
                "gaps",
                frame("..first...second", 2, 5, 3, 6),
                "empty-blocks",
                frame("", 0, 0, 0, 0));
    }

    /** @param entries bytes before each block and size of the block */
    private static byte[] frame(String rest, int... entries) {
        int blocks = entries.length / 2;
        ByteBuf frame = Unpooled.buffer().writeZero(BlockBatch.headBytes(blocks));
        frame.writeCharSequence(rest, StandardCharsets.US_ASCII);
        BlockBatch.putHead(frame, blocks);
        for (int block = 0; block < blocks; block++) {
            BlockBatch.putEntry(frame, block, entries[2 * block], entries[2 * block + 1]);
        }
        byte[] seed = new byte[1 + frame.readableBytes()];
        frame.readBytes(seed, 1, frame.readableBytes());
        return seed;
    }
}
