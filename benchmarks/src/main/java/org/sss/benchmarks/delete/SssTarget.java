package org.sss.benchmarks.delete;

import java.io.IOException;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Leftover;
import org.sss.benchmarks.measure.OpenFiles;
import org.sss.benchmarks.measure.UsageMonitor;
import org.sss.benchmarks.store.ServerProcess;
import org.sss.benchmarks.store.SssStore;
import org.sss.benchmarks.workload.Records;

/** A node of SSS in a process of its own. One thread at a time. */
final class SssTarget implements Target {
    private static final long GONE_TIMEOUT_NANOS = 600_000_000_000L;
    private static final long POLL_NANOS = 500_000;

    private final ServerProcess server;
    private final SssStore store;
    /** Before the group was written. */
    private long bytesWithout;

    /** @param tuples whether it has the layout of the original: one file, a record for each tuple */
    SssTarget(String name, DeletePlan plan, boolean tuples) throws IOException, InterruptedException {
        Map<String, String> settings = new TreeMap<>(plan.settings());
        if (tuples) {
            settings.put("storage.layout", "tuples");
        }
        server = new ServerProcess(plan.directory().resolve(name), plan.heap(), settings);
        store = new SssStore(name, server, plan.threads());
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void write(Records records) throws Exception {
        bytesWithout = store.diskBytes();
        store.write(records);
    }

    @Override
    public long diskBytes() {
        return store.diskBytes() - bytesWithout;
    }

    @Override
    public DeleteRow.Drop drop() {
        long bytesWith = store.diskBytes();
        long pid = server.serverPid().getAsLong();
        try (UsageMonitor monitor = UsageMonitor.watch(pid)) {
            long begin = System.nanoTime();
            store.dropGroup();
            long answered = System.nanoTime() - begin;
            while (!Leftover.isGone(bytesWithout, bytesWith, store.diskBytes()) || OpenFiles.holdsDeleted(pid, server.directory())) {
                if (System.nanoTime() - begin > GONE_TIMEOUT_NANOS) {
                    throw new SssException(ErrorCode.TIMEOUT, "files of the dropped group are still there after "
                            + GONE_TIMEOUT_NANOS / 1_000_000_000L + " s");
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            return new DeleteRow.Drop(answered, System.nanoTime() - begin, monitor.usage());
        }
    }

    @Override
    public void close() {
        store.close();
    }
}
