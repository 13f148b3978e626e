package org.sss.net.control;

import org.sss.net.rpc.Nullable;

/**
 * What a node reports about a shuffle: while it takes a step, from time to time; when it has ended the step, with the
 * times so far.
 *
 * @param step  number of the step; -1 when the node is ready for tasks
 * @param moved grows with everything that the node sends or stores: a node at which it stands still is stuck
 * @param times at the end of the step, else null
 * @param held at the end of the last step, if the method stores parts of subgroups elsewhere than at their owners, else
 *     null
 * @param chosen the method that was chosen when the sizes of all blocks were known; null before, and if the method of
 *     the job leaves no choice
 */
public record ShuffleState(
        int step,
        long moved,
        @Nullable ShuffleTimes times,
        @Nullable Relocations held,
        @Nullable String chosen) {
    public static final int READY = -1;

    public ShuffleState(int step, long moved, ShuffleTimes times) {
        this(step, moved, times, null, null);
    }
}
