package org.sss.net.control;

import java.util.List;
import org.sss.net.rpc.Nullable;

/**
 * What the shuffle of a job cost; in a loop, of its last iteration.
 *
 * @param mapMillis    from the start of the first task to the end of the last one
 * @param moveMillis   from then until all blocks were at their owners; 0 if they move while tasks run
 * @param commitMillis from then until the output groups were committed
 * @param nodes        by the number of the node
 * @param chosen the method that was chosen when the sizes of the blocks were known; null if {@code method} leaves no
 *     choice
 */
public record ShuffleReport(
        String method,
        long mapMillis,
        long moveMillis,
        long commitMillis,
        List<ShuffleTimes> nodes,
        @Nullable String chosen) {
    public ShuffleReport {
        nodes = List.copyOf(nodes);
    }
}
