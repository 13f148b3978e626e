package org.sss.dataserver.merge;

import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.sss.dataserver.process.MemoryBudget;

/**
 * One storage thread's part of the memory for blocks that are not committed yet. That thread only; what threads share is the
 * budget.
 */
public final class BufferMemory implements AutoCloseable {
    private final MemoryBudget budget;
    private final Set<Spillable> holders = Collections.newSetFromMap(new IdentityHashMap<>());

    BufferMemory(MemoryBudget budget) {
        this.budget = budget;
    }

    /**
     * Takes memory for one block of {@code holder}, and has those that hold most spilled until there is enough.
     *
     * @return false when this thread has nothing to spill and others have it all
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
        long before = holder.heldBytes();
        holder.spill();
        if (holder.heldBytes() == 0 || holder.heldBytes() >= before) {
            holders.remove(holder);
        }
    }

    public void give(long bytes) {
        budget.give(bytes);
    }

    private Spillable largest() {
        Spillable largest = null;
        long most = 0;
        for (Spillable holder : holders) {
            long bytes = holder.heldBytes();
            if (bytes > most) {
                most = bytes;
                largest = holder;
            }
        }
        return largest;
    }

    /** {@code holder} has nothing any more. */
    public void remove(Spillable holder) {
        holders.remove(holder);
    }

    /** Throws away what is still held; after the end of the thread. */
    @Override
    public void close() {
        List.copyOf(holders).forEach(Spillable::discard);
        holders.clear();
    }
}
