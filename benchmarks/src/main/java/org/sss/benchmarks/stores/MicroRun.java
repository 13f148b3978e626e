package org.sss.benchmarks.stores;

import java.io.IOException;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.suite.Bench;
import org.sss.benchmarks.suite.BenchProgress;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.WarmUp;
import org.sss.cli.terminal.Units;

/**
 * Runs a plan: for each size of values, all stores in turn, again and again, each time a little later in the turn, so
 * that no store always follows the same one. The series of a row is its mode. One thread, one use.
 */
public final class MicroRun implements Bench {
    /** Cost of a record besides its bytes, in bytes. */
    private static final int RECORD_WEIGHT = 200;
    /** Of the seconds of a warm-up, for sizes of values after the first. */
    private static final double LATER_WARM_UP = 0.4;

    private final MicroPlan plan;
    private final List<Subject> stores = new ArrayList<>();
    private final BenchProgress progress;
    private final Map<Mode, List<Row>> rows = new EnumMap<>(Mode.class);

    /** The client of each store is a process of its own. */
    public MicroRun(MicroPlan plan, BenchProgress progress) throws Exception {
        this(plan, List.of(), progress);
        try {
            for (StorePlan store : plan.storePlans()) {
                stores.add(new HostedSubject(store));
            }
        } catch (Exception e) {
            close();
            throw e;
        }
    }

    MicroRun(MicroPlan plan, List<Subject> stores, BenchProgress progress) {
        this.plan = plan;
        this.stores.addAll(stores);
        this.progress = progress;
    }

    @Override
    public boolean hasWork() {
        return !used().isEmpty();
    }

    /** By mode, then size of values, then store. */
    @Override
    public void run() throws Exception {
        stores.stream()
                .filter(store -> measured(store).isEmpty())
                .forEach(store -> progress.note(store.name()
                        + " is left out, as it does none of: "
                        + plan.modes().stream().map(Mode::toString).collect(Collectors.joining(", "))));
        checkDisk();
        int used = used().size();
        plan.data().valueSizes().forEach(size -> progress.expect(weight(size), used * plan.repetitions()));
        plan.data().valueSizes().forEach(size -> progress.expect(warmUpWeight(size), used));
        for (int valueBytes : plan.data().valueSizes()) {
            measure(new RecordsPlan(
                    plan.data().seed(),
                    count(valueBytes),
                    valueBytes,
                    plan.data().text()));
        }
        progress.end();
    }

    private void checkDisk() throws IOException {
        long largest = plan.data().valueSizes().stream()
                .mapToLong(size -> (long) count(size) * (Records.KEY_BYTES + size))
                .max()
                .orElse(0);
        DiskSpace.checkRoom(
                plan.server().directory(),
                largest,
                "each store, of records of " + Units.bytes(largest) + ",",
                "take --bytes, fewer --records, smaller --values or another --dir");
    }

    @Override
    public List<Row> rows() {
        return rows.values().stream().flatMap(List::stream).toList();
    }

    private double weight(int valueBytes) {
        return (double) count(valueBytes) * (RECORD_WEIGHT + valueBytes);
    }

    private double warmUpWeight(int valueBytes) {
        return warmUp(valueBytes).weight(weight(valueBytes)) * plan.modes().size();
    }

    private int count(int valueBytes) {
        return (int)
                Math.max(1, Math.min(plan.data().records(), plan.data().maxBytes() / (Records.KEY_BYTES + valueBytes)));
    }

    private void measure(RecordsPlan records) throws Exception {
        Map<Subject, Map<Mode, List<Measurement>>> runs = new LinkedHashMap<>();
        List<Subject> used = used();
        for (Subject store : used) {
            store.prepare(records);
            runs.put(store, new EnumMap<>(Mode.class));
            measured(store).forEach(mode -> runs.get(store).put(mode, new ArrayList<>()));
        }
        warmUp(used, records);
        for (int repetition = 1; repetition <= plan.repetitions(); repetition++) {
            for (int turn = 0; turn < used.size(); turn++) {
                Subject store = used.get(Math.floorMod(turn + repetition, used.size()));
                progress.start(what(records, store) + "repetition " + repetition + " of " + plan.repetitions());
                repeat(store, runs.get(store));
                progress.step(weight(records.valueBytes()));
            }
        }
        runs.forEach((store, byMode) ->
                byMode.forEach((mode, list) -> rows.computeIfAbsent(mode, key -> new ArrayList<>())
                        .add(new Row(
                                task(mode, records),
                                store.name(),
                                Double.NaN,
                                list.get(0).seconds(),
                                list))));
    }

    private static Case task(Mode mode, RecordsPlan records) {
        long bytes = (long) records.count() * (Records.KEY_BYTES + records.valueBytes());
        return new Case(
                mode.toString(),
                "records",
                Integer.toString(records.valueBytes()),
                records.valueBytes(),
                bytes,
                null,
                Map.of("records", Integer.toString(records.count())),
                null);
    }

    /** One after the other. */
    private void warmUp(List<Subject> used, RecordsPlan records) throws Exception {
        for (Subject store : used) {
            Warming warming = new Warming(
                    store.warmsUp()
                            ? warmUp(records.valueBytes())
                            : new WarmUp(plan.warmUp().repetitions(), 0),
                    measured(store));
            while (!warming.isOver()) {
                progress.start(what(records, store) + "warm-up");
                warming.repeat(store);
            }
            progress.step(warmUpWeight(records.valueBytes()));
        }
    }

    /** The processes are those that have been warmed up with the first size of values. */
    private WarmUp warmUp(int valueBytes) {
        boolean isFirst = plan.data().valueSizes().get(0) == valueBytes;
        return isFirst
                ? plan.warmUp()
                : new WarmUp(plan.warmUp().repetitions(), plan.warmUp().seconds() * LATER_WARM_UP);
    }

    private static String what(RecordsPlan records, Subject store) {
        return "values of " + records.valueBytes() + " bytes, " + records.count() + " records, " + store.name() + ": ";
    }

    /** @param runs to be added to */
    private void repeat(Subject store, Map<Mode, List<Measurement>> runs) throws Exception {
        Map<Mode, Measurement> measured = new EnumMap<>(Mode.class);
        measured.put(Mode.WRITE, store.measure(Mode.WRITE));
        for (Mode mode : measured(store)) {
            if (mode != Mode.WRITE) {
                measured.put(mode, store.measure(mode));
            }
        }
        store.drop();
        runs.forEach((mode, list) -> list.add(measured.get(mode)));
    }

    private List<Subject> used() {
        return stores.stream().filter(store -> !measured(store).isEmpty()).toList();
    }

    private List<Mode> measured(Subject store) {
        return plan.modes().stream().filter(store::measures).toList();
    }

    @Override
    public void close() throws IOException {
        for (Subject store : stores) {
            store.close();
        }
    }
}
