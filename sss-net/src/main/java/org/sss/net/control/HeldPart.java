package org.sss.net.control;

import org.sss.net.rpc.Nullable;

/**
 * A part of a subgroup that is not stored by the owner of the subgroup: the tuples that the tasks from {@code firstSource} up to the next
 * part wrote. The owner has what the tasks before the first part wrote.
 *
 * @param node  whose data server has it; null if it is in files of {@code shuffle.spill.dir}
 * @param bytes of its blocks
 */
public record HeldPart(long group, int subgroup, int firstSource, @Nullable Integer node, long bytes) {
}
