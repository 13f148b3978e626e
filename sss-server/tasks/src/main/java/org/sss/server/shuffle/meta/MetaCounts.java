package org.sss.server.shuffle.meta;

import java.util.List;
import java.util.stream.IntStream;
import org.sss.net.block.BigEndian;
import org.sss.net.block.BlockFormat;
import org.sss.net.control.AttemptId;

/** Counts the blocks that one attempt sends to each subgroup of one output. Not thread-safe. */
public final class MetaCounts {
    private final int output;
    private final AttemptId attempt;
    private final int[] blocks;
    private final long[] bytes;
    private final long[] tuples;

    /** @param output index among the outputs of the job */
    public MetaCounts(int output, AttemptId attempt, int subgroupCount) {
        this.output = output;
        this.attempt = attempt;
        blocks = new int[subgroupCount];
        bytes = new long[subgroupCount];
        tuples = new long[subgroupCount];
    }

    /** Counts the block in {@code block[0, length)}. */
    public void add(int subgroup, byte[] block, int length) {
        blocks[subgroup]++;
        bytes[subgroup] += length;
        tuples[subgroup] += BigEndian.getInt(block, BlockFormat.TUPLES_AT);
    }

    /** One for each subgroup that has blocks, in ascending order. */
    public List<MetaBlock> all() {
        return IntStream.range(0, blocks.length)
                .filter(subgroup -> blocks[subgroup] > 0)
                .mapToObj(subgroup -> new MetaBlock(
                        output,
                        attempt.source(),
                        attempt.attempt(),
                        subgroup,
                        blocks[subgroup],
                        bytes[subgroup],
                        tuples[subgroup]))
                .toList();
    }
}
