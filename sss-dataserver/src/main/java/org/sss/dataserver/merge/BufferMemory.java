package org.sss.dataserver.merge;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.sss.dataserver.process.MemoryBudget;

/**
 * One storage thread's share of the memory for uncommitted blocks. For that thread only; threads share only the
 * budget.
 */
public final class BufferMemory implements AutoCloseable {
    private final MemoryBudget budget;
    private final Set<Spillable> holders = Collections.newSetFromMap(new IdentityHashMap<>());

    BufferMemory(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Takes memory for one block of {@code holder}, and spills the largest holders until there is enough.
     *
     * @return false when this thread has nothing that may be spilled and others use all of it
     */
    public boolean take(Spillable holder, long bytes) {
        if (bytes > budget.limitBytes()) {
            return false;
        }
        while (!budget.take(bytes)) {
            Spillable largest = largest();
            if (largest == null) {
                return false;
            }
            spill(largest);
        }
        holders.add(holder);
        return true;
    }

    private void spill(Spillable holder) {
        long before = holder.bufferedBytes();
        holder.spill();
        if (holder.bufferedBytes() == 0 || holder.bufferedBytes() >= before) {
            holders.remove(holder);
        }
    }

    public void give(long bytes) {
        budget.give(bytes);
    }

    private Spillable largest() {
        Spillable largest = null;
        long max = 0;
        for (Spillable holder : holders) {
            long bytes = holder.bufferedBytes();
            if (bytes > max && holder.maySpill()) {
                max = bytes;
                largest = holder;
            }
        }
        return largest;
    }

    /** Removes a {@code holder} that has no blocks any more. */
    public void remove(Spillable holder) {
        holders.remove(holder);
    }

    /** Discards what is still buffered; call after the end of the thread. */
    @Override
    public void close() {
        List.copyOf(holders).forEach(Spillable::discard);
        holders.clear();
    }
}
