package org.sss.benchmarks.delete;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.OpenFiles;
import org.sss.benchmarks.store.ServerProcess;
import org.sss.benchmarks.store.SssStore;
import org.sss.benchmarks.workload.Records;
import org.sss.client.cli.Units;

/** Writes groups and drops them, from small to large, on a server process. One thread, one use. */
public final class DeleteRun {
    /** Runs may be written twice until a commit has merged them. */
    private static final int DISK_PER_BYTE = 2;
    /** What may be left of a group: a node keeps a journal. */
    private static final int SMALL_PART = 10;
    private static final long DISK_LEFT_BYTES = 1L << 30;
    private static final long GONE_TIMEOUT_NANOS = 600_000_000_000L;
    private static final long POLL_NANOS = 500_000;

    private final DeletePlan plan;
    private final Consumer<String> progress;

    public DeleteRun(DeletePlan plan, Consumer<String> progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /** @throws SssException STORAGE when the disk has too little room for the largest group */
    public List<DeleteRow> run() throws Exception {
        checkDisk();
        try (ServerProcess server = new ServerProcess(plan.directory().resolve("sss"), plan.heap(), plan.settings());
                SssStore store = new SssStore("sss", server, plan.threads())) {
            List<Long> sizes = plan.sizes().stream().sorted().distinct().toList();
            Records smallest = records(sizes.get(0));
            store.write(smallest);
            timed(server, store, store.diskBytes());
            List<DeleteRow> rows = new ArrayList<>();
            for (long size : sizes) {
                rows.add(row(server, store, records(size)));
            }
            return rows;
        }
    }

    private void checkDisk() throws IOException {
        long largest = plan.sizes().stream().mapToLong(Long::longValue).max().orElse(0);
        long needed = largest * DISK_PER_BYTE + DISK_LEFT_BYTES;
        long free = Files.getFileStore(plan.directory()).getUsableSpace();
        if (free < needed) {
            throw new SssException(ErrorCode.STORAGE, "a group of " + Units.bytes(largest) + " needs up to " + Units.bytes(needed)
                    + " while it is written, and " + plan.directory() + " has " + Units.bytes(free)
                    + " free; take smaller --sizes or another --dir");
        }
    }

    private Records records(long bytes) {
        return new Records(plan.seed(), (int) Math.max(1, bytes / (Records.KEY_BYTES + plan.valueBytes())), plan.valueBytes());
    }

    private DeleteRow row(ServerProcess server, SssStore store, Records records) throws Exception {
        List<DeleteRow.Drop> drops = new ArrayList<>();
        long diskBytes = 0;
        for (int i = 1; i <= plan.repetitions(); i++) {
            progress.accept("a group of " + Units.bytes(records.bytes()) + ": repetition " + i + " of " + plan.repetitions());
            store.write(records);
            diskBytes = store.diskBytes();
            DiskSpace.sync(plan.directory());
            drops.add(timed(server, store, diskBytes));
        }
        return new DeleteRow(records.bytes(), records.count(), diskBytes, drops);
    }

    private static DeleteRow.Drop timed(ServerProcess server, SssStore store, long diskBytes) {
        long begin = System.nanoTime();
        store.dropGroup();
        long answered = System.nanoTime() - begin;
        while (store.diskBytes() > diskBytes / SMALL_PART
                || OpenFiles.holdsDeleted(server.serverPid().getAsLong(), server.directory())) {
            if (System.nanoTime() - begin > GONE_TIMEOUT_NANOS) {
                throw new SssException(ErrorCode.TIMEOUT, "files of the dropped group are still there after "
                        + GONE_TIMEOUT_NANOS / 1_000_000_000L + " s");
            }
            LockSupport.parkNanos(POLL_NANOS);
        }
        return new DeleteRow.Drop(answered, System.nanoTime() - begin);
    }
}
