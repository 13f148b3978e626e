package org.sss.benchmarks.delete;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engines.HadoopStore;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.suite.Progress;
import org.sss.benchmarks.workload.Records;
import org.sss.cli.terminal.Units;

/** Writes groups and drops them, from small to large, in one system after the other. One thread, one use. */
public final class DeleteRun {
    /** Systems that can be named. */
    public static final List<String> SYSTEMS = List.of("sss", "sss-tuples", HadoopStore.NAME);
    private static final String TUPLES = SYSTEMS.get(1);
    /** Runs may be written twice until a commit has merged them. */
    private static final int DISK_PER_BYTE = 2;
    private static final double NANOS_PER_SECOND = 1e9;
    /** How many times as long as the drops alone a warm-up lasts at most: writing a group takes far longer than dropping it. */
    private static final int WRITING_AND_ALL = 10;
    /** What a repetition costs beside its bytes, in bytes. */
    private static final double STEP_WEIGHT = 16 << 20;

    private final DeletePlan plan;
    private final Progress progress;
    private final List<DeleteRow> rows = new ArrayList<>();

    public DeleteRun(DeletePlan plan, Progress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    /**
     * By system, then size.
     *
     * @throws SssException STORAGE when the disk has too little room for the largest group, INVALID_ARGUMENT when a system is missing
     * or a group has more records than this program can make
     */
    public List<DeleteRow> run() throws Exception {
        checkDisk();
        checkRecords();
        if (plan.systems().contains(HadoopStore.NAME)) {
            HadoopStore.checkIsThere();
        }
        List<Long> sizes = plan.sizes().stream().sorted().distinct().toList();
        sizes.forEach(size -> progress.expect(STEP_WEIGHT + size, plan.systems().size() * plan.repetitions()));
        for (String system : plan.systems()) {
            progress.begin(system + ": start");
            try (Target target = target(system)) {
                warmUp(target, records(sizes.get(0)));
                for (long size : sizes) {
                    rows.add(row(target, records(size), size));
                }
            }
        }
        progress.end();
        return rows();
    }

    /** What was measured so far, also when {@link #run} failed. */
    public List<DeleteRow> rows() {
        return List.copyOf(rows);
    }

    /** By dropping the smallest group, which is written each time: only the drops count, but not for ever. */
    private void warmUp(Target target, Records smallest) throws Exception {
        long begin = System.nanoTime();
        double dropped = 0;
        for (int done = 0; !plan.warmUp().isEnough(done, Math.max(dropped, seconds(System.nanoTime() - begin) / WRITING_AND_ALL)); done++) {
            progress.begin(target.name() + ": warm-up");
            target.write(smallest);
            dropped += seconds(target.drop().goneNanos());
        }
    }

    private static double seconds(long nanos) {
        return nanos / NANOS_PER_SECOND;
    }

    private Target target(String system) throws IOException, InterruptedException {
        return system.equals(HadoopStore.NAME) ? new HadoopTarget(plan) : new SssTarget(system, plan, system.equals(TUPLES));
    }

    private void checkDisk() throws IOException {
        long largest = plan.sizes().stream().mapToLong(Long::longValue).max().orElse(0);
        DiskSpace.checkRoom(plan.directory(), largest * DISK_PER_BYTE, "a group of " + Units.bytes(largest) + ", while it is written,",
                "take smaller --sizes or another --dir");
    }

    private void checkRecords() {
        long largest = plan.sizes().stream().mapToLong(Long::longValue).max().orElse(0);
        if (count(largest) > Records.MOST) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a group of " + Units.bytes(largest) + " in values of "
                    + Units.bytes(plan.valueBytes()) + " has " + count(largest) + " records, more than the " + Records.MOST
                    + " that are possible; take a larger --value or smaller --sizes");
        }
    }

    private long count(long bytes) {
        return Math.max(1, bytes / (Records.KEY_BYTES + plan.valueBytes()));
    }

    private Records records(long bytes) {
        return new Records(plan.seed(), (int) count(bytes), plan.valueBytes());
    }

    private DeleteRow row(Target target, Records records, long size) throws Exception {
        List<DeleteRow.Drop> drops = new ArrayList<>();
        long diskBytes = 0;
        for (int i = 1; i <= plan.repetitions(); i++) {
            progress.begin(target.name() + ", a group of " + Units.bytes(records.bytes()) + ": repetition " + i + " of "
                    + plan.repetitions());
            target.write(records);
            diskBytes = target.diskBytes();
            DiskSpace.sync(plan.directory());
            drops.add(target.drop());
            progress.step(STEP_WEIGHT + size);
        }
        return new DeleteRow(target.name(), records.bytes(), records.count(), diskBytes, drops);
    }
}
