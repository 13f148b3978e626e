package org.sss.benchmarks.micro;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Sample;
import org.sss.benchmarks.suite.Progress;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.benchmarks.workload.Records;
import org.sss.cli.terminal.Units;

/**
 * Runs a plan: for each size of values, all stores in turn, again and again, each time a little later in the turn, so that no
 * store always has the same one before it. One thread, one use.
 */
public final class MicroRun {
    /** What a record costs beside its bytes, in bytes. */
    private static final int RECORD_WEIGHT = 200;

    /** Of the seconds that a warm-up takes, for sizes of values behind the first. */
    private static final double LATER_WARM_UP = 0.4;

    private final MicroPlan plan;
    private final List<Subject> stores;
    private final Progress progress;
    private final Map<Mode, List<MicroRow>> rows = new EnumMap<>(Mode.class);

    public MicroRun(MicroPlan plan, Stores stores, Progress progress) {
        this(plan, stores.all(), progress);
    }

    MicroRun(MicroPlan plan, List<Subject> stores, Progress progress) {
        this.plan = plan;
        this.stores = stores;
        this.progress = progress;
    }

    /** Whether there is a store that does what is to be measured. */
    public boolean hasWork() {
        return !used().isEmpty();
    }

    /** By mode, then size of values, then store. */
    public List<MicroRow> run() throws Exception {
        stores.stream().filter(store -> measured(store).isEmpty()).forEach(store -> progress.note(store.name() + " is left out, as it does none of: "
                + plan.modes().stream().map(Mode::toString).collect(Collectors.joining(", "))));
        checkDisk();
        int used = used().size();
        plan.valueSizes().forEach(size -> progress.expect(weight(size), used * plan.repetitions()));
        plan.valueSizes().forEach(size -> progress.expect(warmUpWeight(size), used));
        for (int valueBytes : plan.valueSizes()) {
            RecordsPlan records = new RecordsPlan(plan.seed(), count(valueBytes), valueBytes, plan.text());
            for (MicroRow row : rows(records)) {
                rows.computeIfAbsent(row.mode(), mode -> new ArrayList<>()).add(row);
            }
        }
        progress.end();
        return rows();
    }

    private void checkDisk() throws IOException {
        long largest = plan.valueSizes().stream().mapToLong(size -> (long) count(size) * (Records.KEY_BYTES + size)).max().orElse(0);
        DiskSpace.checkRoom(plan.directory(), largest, "each store, of records of " + Units.bytes(largest) + ",",
                "take --bytes, fewer --records, smaller --values or another --dir");
    }

    /** Of the sizes of values that were measured so far, also when {@link #run} failed. */
    public List<MicroRow> rows() {
        return rows.values().stream().flatMap(List::stream).toList();
    }

    private double weight(int valueBytes) {
        return (double) count(valueBytes) * (RECORD_WEIGHT + valueBytes);
    }

    private double warmUpWeight(int valueBytes) {
        return warmUp(valueBytes).weight(weight(valueBytes)) * plan.modes().size();
    }

    private int count(int valueBytes) {
        return (int) Math.max(1, Math.min(plan.records(), plan.mostBytes() / (Records.KEY_BYTES + valueBytes)));
    }

    private List<MicroRow> rows(RecordsPlan records) throws Exception {
        Map<Subject, Map<Mode, List<Sample>>> samples = new LinkedHashMap<>();
        List<Subject> used = used();
        for (Subject store : used) {
            store.prepare(records);
            samples.put(store, new EnumMap<>(Mode.class));
            measured(store).forEach(mode -> samples.get(store).put(mode, new ArrayList<>()));
        }
        warmUp(used, records);
        for (int repetition = 1; repetition <= plan.repetitions(); repetition++) {
            for (int turn = 0; turn < used.size(); turn++) {
                Subject store = used.get(Math.floorMod(turn + repetition, used.size()));
                progress.begin(what(records, store) + "repetition " + repetition + " of " + plan.repetitions());
                repeat(store, samples.get(store));
                progress.step(weight(records.valueBytes()));
            }
        }
        return rows(records, samples);
    }

    /** One after the other. */
    private void warmUp(List<Subject> used, RecordsPlan records) throws Exception {
        for (Subject store : used) {
            Warming warming = new Warming(store.warmsUp() ? warmUp(records.valueBytes()) : new WarmUp(plan.warmUp().repetitions(), 0), measured(store));
            while (!warming.isOver()) {
                progress.begin(what(records, store) + "warm-up");
                warming.repeat(store);
            }
            progress.step(warmUpWeight(records.valueBytes()));
        }
    }

    /** The processes are those that have been warmed up with the first size of values. */
    private WarmUp warmUp(int valueBytes) {
        boolean isFirst = plan.valueSizes().get(0) == valueBytes;
        return isFirst ? plan.warmUp() : new WarmUp(plan.warmUp().repetitions(), plan.warmUp().seconds() * LATER_WARM_UP);
    }

    private static String what(RecordsPlan records, Subject store) {
        return "values of " + records.valueBytes() + " bytes, " + records.count() + " records, " + store.name() + ": ";
    }

    /** @param samples to be added to */
    private void repeat(Subject store, Map<Mode, List<Sample>> samples) throws Exception {
        Map<Mode, Sample> measured = new EnumMap<>(Mode.class);
        measured.put(Mode.WRITE, store.measure(Mode.WRITE));
        for (Mode mode : measured(store)) {
            if (mode != Mode.WRITE) {
                measured.put(mode, store.measure(mode));
            }
        }
        store.drop();
        samples.forEach((mode, list) -> list.add(measured.get(mode)));
    }

    private List<Subject> used() {
        return stores.stream().filter(store -> !measured(store).isEmpty()).toList();
    }

    private List<Mode> measured(Subject store) {
        return plan.modes().stream().filter(store::measures).toList();
    }

    private static List<MicroRow> rows(RecordsPlan records, Map<Subject, Map<Mode, List<Sample>>> samples) {
        List<MicroRow> rows = new ArrayList<>();
        samples.forEach((store, byMode) -> byMode.forEach((mode, list) ->
                rows.add(new MicroRow(mode, records.valueBytes(), records.count(), store.name(), list))));
        return rows;
    }
}
