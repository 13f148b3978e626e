package org.sss.dataserver.merge;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntSupplier;
import org.sss.dataserver.run.RunInfo;

/** The runs that all attempts write to a subgroup. One thread at a time. */
public final class OpenRuns implements AutoCloseable {
    private static final Comparator<OpenRun> VALUE_ORDER = RunInfo.valueOrder(OpenRun::attempt, OpenRun::sequence);

    /**
     * A run that is partly in the file is completed there, so it goes first, and others stay in memory; then the
     * largest.
     */
    private static final Comparator<Holder> SPILL_ORDER = Comparator.comparing(Holder::whole)
            .thenComparing(Comparator.comparingLong(Holder::bytes).reversed());

    /** A run with the bytes of its blocks in memory, summed up once, and not in each comparison. */
    private record Holder(OpenRun run, boolean whole, long bytes) {
        Holder(OpenRun run) {
            this(run, run.isWhollyBuffered(), run.bufferedBytes());
        }
    }

    private final Map<Attempt, Map<Integer, OpenRun>> runs = new HashMap<>();
    private final LongKeys longKeys;
    private final IntSupplier numbers;

    /** Runs are numbered from 0. */
    public OpenRuns(Path scratch) {
        this(scratch, new AtomicInteger()::getAndIncrement);
    }

    /**
     * @param scratch a name for a file, which is created and unlinked when there are long keys
     * @param numbers gives each new run its number
     */
    public OpenRuns(Path scratch, IntSupplier numbers) {
        longKeys = new LongKeys(scratch);
        this.numbers = numbers;
    }

    /** Returns the run of this attempt and sequence, which is created if necessary. */
    public OpenRun get(Attempt attempt, int sequence) {
        return runs.computeIfAbsent(attempt, a -> new HashMap<>())
                .computeIfAbsent(sequence, s -> new OpenRun(numbers.getAsInt(), attempt.id(), s, longKeys));
    }

    /** Makes a run without an attempt: the others are merged into it. It is ordered like {@code first}. */
    OpenRun merged(OpenRun first) {
        return new OpenRun(numbers.getAsInt(), first.attempt(), first.sequence());
    }

    public Set<Attempt> attempts() {
        return Set.copyOf(runs.keySet());
    }

    public boolean isEmpty() {
        return runs.isEmpty();
    }

    /** Removes the runs of {@code attempt}. */
    public Collection<OpenRun> remove(Attempt attempt) {
        Map<Integer, OpenRun> removed = runs.remove(attempt);
        return removed == null ? List.of() : removed.values();
    }

    public List<OpenRun> all() {
        List<OpenRun> all = new ArrayList<>();
        runs.values().forEach(ofAttempt -> all.addAll(ofAttempt.values()));
        return all;
    }

    /** Returns all runs in the order of the values of equal keys. */
    public List<OpenRun> inValueOrder() {
        List<OpenRun> sorted = all();
        sorted.sort(VALUE_ORDER);
        return sorted;
    }

    /**
     * Returns the runs with blocks in memory, in the order in which to spill them: of thousands of runs these may be
     * few.
     */
    public List<OpenRun> inSpillOrder() {
        return all().stream()
                .filter(run -> !run.buffered().isEmpty())
                .map(Holder::new)
                .sorted(SPILL_ORDER)
                .map(Holder::run)
                .toList();
    }

    /** Ends writing. Idempotent. */
    @Override
    public void close() {
        longKeys.close();
    }
}
