package org.sss.server.node.slots;

import java.util.concurrent.atomic.LongAdder;
import org.sss.net.control.OutputLoad;
import org.sss.net.control.Progress;
import org.sss.net.control.Progress.Volume;

/**
 * What the tasks of this node have read and emitted since its start. A task is counted at its end, and five times a
 * second while it runs. Thread-safe.
 */
public final class TaskTotals {
    private final LongAdder tuplesIn = new LongAdder();
    private final LongAdder bytesIn = new LongAdder();
    private final LongAdder tuplesOut = new LongAdder();
    private final LongAdder bytesOut = new LongAdder();
    private final LongAdder combined = new LongAdder();
    private final LongAdder succeeded = new LongAdder();
    private final LongAdder failed = new LongAdder();
    private final LongAdder sentToOthers = new LongAdder();
    private final LongAdder sentToSelf = new LongAdder();

    /**
     * The numbers at one moment.
     *
     * @param volume       of all tasks
     * @param sentToOthers bytes of blocks for other nodes
     * @param sentToSelf   bytes of blocks for this node
     */
    public record Values(Volume volume, long succeeded, long failed, long sentToOthers, long sentToSelf) {}

    public Values values() {
        return new Values(
                new Volume(tuplesIn.sum(), bytesIn.sum(), tuplesOut.sum(), bytesOut.sum(), combined.sum()),
                succeeded.sum(),
                failed.sum(),
                sentToOthers.sum(),
                sentToSelf.sum());
    }

    /** Returns the count of one task. */
    OfTask start() {
        return new OfTask();
    }

    /** What was counted of one task. Thread-safe. */
    final class OfTask {
        private Volume counted = Progress.NONE.volume();

        /** Counts what is new. */
        synchronized void count(Volume now) {
            tuplesIn.add(now.tuplesIn() - counted.tuplesIn());
            bytesIn.add(now.bytesIn() - counted.bytesIn());
            tuplesOut.add(now.tuplesOut() - counted.tuplesOut());
            bytesOut.add(now.bytesOut() - counted.bytesOut());
            combined.add(now.tuplesCombined() - counted.tuplesCombined());
            counted = now;
        }

        void succeeded(Progress done, int node) {
            count(done.volume());
            succeeded.increment();
            OutputLoad load = done.load();
            if (load != null) {
                long own = load.nodeBytes().get(node);
                sentToSelf.add(own);
                sentToOthers.add(load.bytes() - own);
            }
        }

        void failed(Volume last) {
            count(last);
            failed.increment();
        }
    }
}
