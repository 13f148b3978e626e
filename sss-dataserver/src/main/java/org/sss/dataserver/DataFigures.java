package org.sss.dataserver;

import org.sss.dataserver.group.Storage;
import org.sss.dataserver.process.DataTotals;
import org.sss.dataserver.process.MemoryBudget;
import org.sss.net.peer.PeerLimit;

/**
 * What a data server counts, read at one moment.
 *
 * @param memory that it shares between all streams and groups
 * @param puts   open put streams
 * @param scans  open scans and requests for keys
 * @param groups of which it has received anything
 * @param trash  directories of dropped groups that are not deleted yet
 */
public record DataFigures(
        DataTotals.Values totals, Memory memory, PeerLimit puts, PeerLimit scans, int groups, int trash) {
    /**
     * Memory by its purpose.
     *
     * @param tuples      that are not in a file
     * @param incoming    bytes of tuples that wait for the disk
     * @param mergesUsed  bytes of merges for scans
     * @param mergesLimit above it, scans get less than they want
     */
    public record Memory(MemoryBudget tuples, PeerLimit incoming, long mergesUsed, long mergesLimit) {
        static Memory of(Storage.Memory memory) {
            return new Memory(
                    memory.tuples(),
                    memory.incoming().waiting(),
                    memory.merging().outBytes(),
                    memory.merging().limitBytes());
        }
    }
}
