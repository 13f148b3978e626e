package org.sss.benchmarks.stores;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.suite.Bench;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Units;

/** Writes groups and drops them, from small to large, in one system after the other. One thread, one use. */
public final class DeleteRun implements Bench {
    /** Runs may be written twice until a commit has merged them. */
    private static final int DISK_PER_BYTE = 2;

    private static final double NANOS_PER_SECOND = 1e9;
    /**
     * How many times as long as the drops alone a warm-up lasts at most: writing a group takes far longer than dropping
     * it.
     */
    private static final int WRITING_AND_ALL = 10;
    /** Cost of a repetition besides its bytes, in bytes. */
    private static final double STEP_WEIGHT = 16 << 20;

    private final Plan plan;
    private final BenchProgress progress;
    private final List<Row> rows = new ArrayList<>();

    /**
     * What is to be measured. Immutable.
     *
     * @param systems     of {@link StorePlan#SYSTEMS}
     * @param sizes       of groups, in bytes of keys and values
     * @param server      of a store, and its client, whose threads write the group
     * @param warmUp      with groups of the smallest size
     * @param repetitions of each size
     */
    public record Plan(
            List<String> systems,
            List<Long> sizes,
            int valueBytes,
            MicroPlan.Server server,
            WarmUp warmUp,
            int repetitions,
            long seed) {}

    public DeleteRun(Plan plan, BenchProgress progress) {
        this.plan = plan;
        this.progress = progress;
    }

    @Override
    public boolean hasWork() {
        return true;
    }

    /**
     * By system, then size.
     *
     * @throws SssException STORAGE when the disk has too little room for the largest group, INVALID_ARGUMENT when a
     * system is missing or a group has more records than this program can make
     */
    @Override
    public void run() throws Exception {
        checkDisk();
        checkRecords();
        plan.systems().forEach(StorePlan::checkIsThere);
        List<Long> sizes = plan.sizes().stream().sorted().distinct().toList();
        sizes.forEach(size -> progress.expect(STEP_WEIGHT + size, plan.systems().size() * plan.repetitions()));
        for (String system : plan.systems()) {
            progress.start(system + ": start");
            StorePlan store = new StorePlan(
                    system,
                    Compression.NONE,
                    plan.server().tcp(),
                    plan.server().threads(),
                    Transfer.PIPELINED,
                    plan.server().heap(),
                    plan.server().settings(),
                    plan.server().directory().resolve(system).toString());
            try (Subject subject = new HostedSubject(store)) {
                warmUp(system, subject, records(sizes.get(0)));
                for (long size : sizes) {
                    rows.add(row(system, subject, size));
                }
            }
        }
        progress.end();
    }

    @Override
    public List<Row> rows() {
        return List.copyOf(rows);
    }

    /** By dropping the smallest group, which is written each time: only the drops count, but not for ever. */
    private void warmUp(String system, Subject subject, RecordsPlan smallest) throws Exception {
        subject.prepare(smallest);
        long start = System.nanoTime();
        double dropped = 0;
        for (int done = 0;
                !plan.warmUp()
                        .isEnough(
                                done,
                                Math.max(dropped, (System.nanoTime() - start) / NANOS_PER_SECOND / WRITING_AND_ALL));
                done++) {
            progress.start(system + ": warm-up");
            subject.measure(Mode.WRITE);
            dropped += subject.measure(Mode.DELETE).seconds();
        }
    }

    private void checkDisk() throws IOException {
        long largest = Collections.max(plan.sizes());
        DiskSpace.checkRoom(
                plan.server().directory(),
                largest * DISK_PER_BYTE,
                "a group of " + Units.bytes(largest) + ", while it is written,",
                "take smaller --sizes or another --dir");
    }

    private void checkRecords() {
        long largest = Collections.max(plan.sizes());
        if (count(largest) > Records.MAX) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a group of " + Units.bytes(largest) + " in values of "
                            + Units.bytes(plan.valueBytes()) + " has " + count(largest) + " records, more than the "
                            + Records.MAX + " that are possible; take a larger --value or smaller --sizes");
        }
    }

    private long count(long bytes) {
        return Math.max(1, bytes / (Records.KEY_BYTES + plan.valueBytes()));
    }

    private RecordsPlan records(long bytes) {
        return new RecordsPlan(plan.seed(), (int) count(bytes), plan.valueBytes(), false);
    }

    private Row row(String system, Subject subject, long size) throws Exception {
        RecordsPlan records = records(size);
        long bytes = (long) records.count() * (Records.KEY_BYTES + records.valueBytes());
        subject.prepare(records);
        List<Measurement> runs = new ArrayList<>();
        for (int i = 1; i <= plan.repetitions(); i++) {
            progress.start(
                    system + ", a group of " + Units.bytes(bytes) + ": repetition " + i + " of " + plan.repetitions());
            subject.measure(Mode.WRITE);
            runs.add(subject.measure(Mode.DELETE));
            progress.step(STEP_WEIGHT + size);
        }
        Case task = new Case(
                "delete",
                "delete",
                Units.bytes(bytes),
                bytes,
                bytes,
                null,
                Map.of("records", Integer.toString(records.count())),
                null);
        return new Row(task, system, Double.NaN, runs.get(0).seconds(), runs);
    }
}
