package org.sss.server.node;

import org.sss.dataserver.process.MemoryBudget;
import org.sss.server.shuffle.method.ShuffleMemory;

/**
 * Shares the memory for tuples (data.memory) with the data server, but leaves half of it to what others send.
 * Thread-safe.
 */
final class ShuffleBudget implements ShuffleMemory {
    private final MemoryBudget budget;

    ShuffleBudget(MemoryBudget budget) {
        this.budget = budget;
    }

    @Override
    public boolean take(long bytes) {
        return budget.usedBytes() + bytes <= budget.limitBytes() / 2 && budget.take(bytes);
    }

    @Override
    public void give(long bytes) {
        budget.give(bytes);
    }

    /** Nodes of one process that share a budget all say that what is left of it is free. */
    @Override
    public long freeBytes(long takenBytes) {
        return budget.freeBytes(takenBytes);
    }
}
