package org.sss.spark.run;

import org.sss.net.block.BigEndian;

/**
 * A block on its way through Spark, as bytes. Stateless.
 *
 * <pre>
 *   offset size
 *      0    4  number of the output
 *      4    4  number of the task that wrote it
 *      8    4  sequence of the run among those of this task and subgroup
 *     12    4  number of the block in its run
 *     16    -  the block
 * </pre>
 */
final class Chunk {
    static final int HEAD_BYTES = 16;
    private static final int SOURCE_AT = 4;
    private static final int SEQUENCE_AT = 8;
    private static final int NUMBER_AT = 12;

    /** Where a block belongs. */
    record Head(int output, int source, int sequence, int number) {}

    private Chunk() {}

    static byte[] of(Head head, byte[] block, int length) {
        byte[] chunk = new byte[HEAD_BYTES + length];
        BigEndian.putInt(chunk, 0, head.output);
        BigEndian.putInt(chunk, SOURCE_AT, head.source);
        BigEndian.putInt(chunk, SEQUENCE_AT, head.sequence);
        BigEndian.putInt(chunk, NUMBER_AT, head.number);
        System.arraycopy(block, 0, chunk, HEAD_BYTES, length);
        return chunk;
    }

    static int output(byte[] chunk) {
        return BigEndian.getInt(chunk, 0);
    }

    static Head head(byte[] chunk) {
        return new Head(
                output(chunk),
                BigEndian.getInt(chunk, SOURCE_AT),
                BigEndian.getInt(chunk, SEQUENCE_AT),
                BigEndian.getInt(chunk, NUMBER_AT));
    }
}
