package org.sss.server.shuffle.meta;

import java.util.Comparator;

/**
 * The size of what one attempt of a task sends to one subgroup: never keys. The blocks of one attempt and subgroup move
 * together, so one meta-block describes all of them.
 *
 * @param output  index among the outputs of the job
 * @param source  number of the task, or {@link #ALL}
 * @param attempt of the task; 0 for all
 * @param blocks  number of blocks
 * @param bytes   of the blocks, as they are sent
 * @param tuples  in the blocks
 */
public record MetaBlock(int output, int source, int attempt, int subgroup, int blocks, long bytes, long tuples) {
    /** Instead of the number of a task: all tasks of the sender together. */
    public static final int ALL = -1;

    /** The order of meta-blocks in messages; no two of a sender are equal in it. */
    static final Comparator<MetaBlock> ORDER = Comparator.comparingInt(MetaBlock::output)
            .thenComparingInt(MetaBlock::source)
            .thenComparingInt(MetaBlock::attempt)
            .thenComparingInt(MetaBlock::subgroup);

    /** The same output and subgroup, for all tasks. */
    MetaBlock ofAll() {
        return new MetaBlock(output, ALL, 0, subgroup, blocks, bytes, tuples);
    }

    /** The sum of two that are equal in {@link #ORDER}. */
    MetaBlock plus(MetaBlock other) {
        return new MetaBlock(
                output,
                source,
                attempt,
                subgroup,
                Math.addExact(blocks, other.blocks),
                bytes + other.bytes,
                tuples + other.tuples);
    }
}
