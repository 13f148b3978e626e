package org.sss.api;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Jobs to run, in the order in which they were added: each one reads groups that exist or that an earlier one writes.
 * Built by one thread, then submitted; it holds no connection and can be submitted again.
 *
 * <pre>{@code
 * Workflow count = Workflow.named("wordcount");
 * count.map(lines, words, (offset, line, out) -> { for (String w : line.split("\\s+")) out.emit(w, 1L); })
 *      .combine(Combiner.sumLong());
 * count.reduce(words, counts, (word, ones, out) -> { long n = 0; for (long one : ones) n += one; out.emit(word, n); });
 * }</pre>
 */
public final class Workflow {
    /** See {@link #priority(int)}. */
    public static final int DEFAULT_PRIORITY = 10;

    private static final Duration MIN_STALL_TIMEOUT = Duration.ofSeconds(1);

    private final String name;
    private final List<Job> jobs = new ArrayList<>();
    private final List<Path> jars = new ArrayList<>();
    private final Map<String, String> parameters = new TreeMap<>();
    private final List<Loop> loops = new ArrayList<>();
    private boolean inLoop;
    private int priority = DEFAULT_PRIORITY;
    private int userCodeAttempts = 1;
    private Duration stallTimeout = Duration.ZERO;

    private Workflow(String name) {
        this.name = Names.check("workflow", name);
    }

    /**
     * A workflow without jobs.
     *
     * @param name for people and {@code sss job NAME}; of the form of {@linkplain TupleGroup#name() names of groups}, and free to
     *     be used again
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a name of another form
     */
    public static Workflow named(String name) {
        return new Workflow(name);
    }

    /**
     * Adds a Map, which calls {@code mapper} for each tuple of a group: one task for each subgroup. Nothing is checked before
     * {@link #check()} and the submission.
     *
     * @param input  exists when the job begins, or an earlier job of this workflow writes it
     * @param output made by this job; visible to others when the job has succeeded, unless it is temporary
     * @param mapper serialized when the workflow is submitted, with all that it captures; each task has a copy
     * @return the job, named {@code map-N} unless it is told otherwise, to set what else it has: a combiner, further inputs and outputs
     */
    public <K, V, K2, V2> MapJob<K2, V2> map(
            TupleGroup<K, V> input, TupleGroup<K2, V2> output, Mapper<K, V, K2, V2> mapper) {
        return addMap(MapInput.of(input, mapper), output);
    }

    /** A Map over tuples from outside of SSS, such as files: one task for each {@linkplain TupleSource#splits() split}. */
    public <K, V, K2, V2> MapJob<K2, V2> map(
            TupleSource<K, V> input, TupleGroup<K2, V2> output, Mapper<K, V, K2, V2> mapper) {
        return addMap(MapInput.of(input, mapper), output);
    }

    private <K2, V2> MapJob<K2, V2> addMap(MapInput<?, ?, K2, V2> input, TupleGroup<K2, V2> output) {
        MapJob<K2, V2> job = new MapJob<>("map-" + (jobs.size() + 1), input, output);
        jobs.add(job);
        return job;
    }

    /**
     * Adds a Reduce, which calls {@code reducer} for each key of a group with all values of the key: one task for each subgroup, in which
     * keys ascend. Nothing is checked before {@link #check()} and the submission.
     *
     * @param input   exists when the job begins, or an earlier job of this workflow writes it; all tuples of a key are in one subgroup,
     *                as they are unless a partitioner that looks at values has placed them
     * @param output  as of {@link #map}
     * @param reducer as the mapper of {@link #map}
     * @return the job, named {@code reduce-N} unless it is told otherwise; it may have what a Map may have, such as a combiner
     */
    public <K, V, K2, V2> ReduceJob<K, V, K2, V2> reduce(
            TupleGroup<K, V> input, TupleGroup<K2, V2> output, Reducer<K, V, K2, V2> reducer) {
        ReduceJob<K, V, K2, V2> job = new ReduceJob<>("reduce-" + (jobs.size() + 1), input, output, reducer);
        jobs.add(job);
        return job;
    }

    /**
     * Calls a function for each key that any of the groups has, with the values of each; without a shuffle.
     *
     * @param inputs placed alike: by the hash of the key, or see {@link CoGroupJob#placedAlike()}
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH} when their keys are not of one type
     */
    public <K, K2, V2> CoGroupJob<K, K2, V2> coGroup(
            List<? extends TupleGroup<K, ?>> inputs, TupleGroup<K2, V2> output, CoGrouper<K, K2, V2> grouper) {
        CoGroupJob<K, K2, V2> job = new CoGroupJob<>(coGroupName(), inputs, output, grouper);
        jobs.add(job);
        return job;
    }

    private String coGroupName() {
        return "cogroup-" + (jobs.size() + 1);
    }

    /**
     * Calls a function for each pair of values of one key; a {@link #coGroup} of two groups. One group may be joined with itself.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH} when the keys of both are not of one type, or one group is named with two codecs
     */
    public <K, A, B, K2, V2> CoGroupJob<K, K2, V2> join(TupleGroup<K, A> left, TupleGroup<K, B> right,
            TupleGroup<K2, V2> output, JoinKind kind, Joiner<K, A, B, K2, V2> joiner) {
        boolean itself = left.name().equals(right.name());
        if (itself) {
            JoinTypes.checkItself(coGroupName(), left, right);
        }
        return coGroup(itself ? List.of(left) : List.of(left, right), output, new JoinCoGrouper<>(left, right, kind, joiner));
    }

    /**
     * Calls a function for each pair of a tuple of {@code large} and a tuple of {@code small}: a Map of the large group, without a
     * shuffle of it, for which each node holds the small one whole in memory, see {@link SideData#asTuples}. Each tuple of the large
     * group, in the order in which they are stored, meets all of the small one, in the order of {@link SideTuples#forEach}.
     */
    public <K, V, L, W, K2, V2> MapJob<K2, V2> cross(TupleGroup<K, V> large, TupleGroup<L, W> small,
            TupleGroup<K2, V2> output, Crosser<K, V, L, W, K2, V2> crosser) {
        return map(large, output, new CrossMapper<>(small, crosser)).with(small).named("cross-" + jobs.size());
    }

    /**
     * A Reduce to the results of an aggregator. Where the values are those of a job of this workflow and go nowhere else (a temporary
     * group that no other job reads, placed by the hash) and that job has no combiner, values are folded where they are emitted, by the
     * aggregator's combiner. Where there is none and the job is a Map, they are folded to {@linkplain Aggregator#mergesEarly accumulators}
     * instead of values, which that group has then; or those {@linkplain Aggregator#ignoresRepeats that came before} are left out.
     */
    public <K, V, R> ReduceJob<K, V, K, R> aggregate(
            TupleGroup<K, V> input, TupleGroup<K, R> output, Aggregator<V, ?, R> aggregator) {
        return reduce(input, output, new AggregateReducer<>(Keeping.of(aggregator, input.values()))).aggregatedBy(aggregator);
    }

    /**
     * A Map and the Reduce of what it emits to the results of an aggregator. Between both there are accumulators, which are merged
     * where they are emitted, whatever their size: {@link #aggregate} does that only where it pays. The Map is returned; it is named as
     * any, and the Reduce after it.
     */
    public <K, V, K2, W, R> MapJob<K2, ?> mapAggregate(TupleGroup<K, V> input, TupleGroup<K2, R> output,
            Mapper<K, V, K2, W> mapper, Aggregator<W, ?, R> aggregator) {
        return partials(input, output, mapper, aggregator);
    }

    private <K, V, K2, W, A, R> MapJob<K2, A> partials(TupleGroup<K, V> input, TupleGroup<K2, R> output,
            Mapper<K, V, K2, W> mapper, Aggregator<W, A, R> aggregator) {
        Codec<A> accumulators = aggregator.accumulators(output.values());
        TupleGroup<K2, A> partials = TupleGroup.of(output.name() + ".partial", output.keys(), accumulators).asTemporary();
        Aggregator<W, A, R> keeping = Keeping.ofResults(aggregator, output.values());
        MapJob<K2, A> map = map(input, partials, new PartialAggregates.Partial<>(mapper, keeping, output.keys(), null))
                .combine(aggregator.merger());
        reduce(partials, output, new PartialAggregates.Merging<>(aggregator, accumulators));
        return map;
    }

    /**
     * Copies all tuples so that the subgroups of {@code output}, one after another, are in the order of the keys; values of a key
     * keep their order. A group without that is in order within each subgroup.
     */
    public <K, V> MapJob<Bytes, Bytes> sort(TupleGroup<K, V> input, TupleGroup<K, V> output) {
        TupleGroup<Bytes, Bytes> from = input.encoded();
        return map(from, output.encoded(), (Bytes key, Bytes value, Emitter<Bytes, Bytes> out) -> out.emit(key, value))
                .partitionBy(Partitioners.range(from)).named("sort-" + jobs.size());
    }

    /**
     * Runs the jobs that {@code body} adds to this workflow up to {@code maxIterations} times. Loops are not nested.
     *
     * @param maxIterations at least 1
     * @param body          is called once, here, and adds one job or more
     * @return to say what goes from one iteration to the next, and when the loop ends
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a loop in a loop, without a job or without an iteration
     */
    public Loop repeat(int maxIterations, Consumer<Workflow> body) {
        if (inLoop) {
            throw invalid("has a loop in a loop; let the inner one be a workflow of its own, or unroll it");
        }
        int first = jobs.size();
        inLoop = true;
        body.accept(this);
        inLoop = false;
        Loop loop = new Loop(name, first, jobs.size() - first, maxIterations);
        loops.add(loop);
        return loop;
    }

    /**
     * The share of the workflow when several run at once: one of 20 has twice as many running tasks as one of
     * {@value #DEFAULT_PRIORITY}, which is what it is when nothing is said. Those that wait for their turn begin in the
     * order of their priorities.
     *
     * @param newPriority 1 to 1000
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for another one
     */
    public Workflow priority(int newPriority) {
        if (newPriority < 1 || newPriority > 1000) {
            throw invalid("has priority " + newPriority + "; take 1 to 1000, " + DEFAULT_PRIORITY + " is the usual one");
        }
        priority = newPriority;
        return this;
    }

    /**
     * How often a task is tried whose user code fails. Once when nothing is said: most errors of code come again. Tasks that
     * fail for other reasons are tried again anyway.
     *
     * @param attempts in all, 1 to 100
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for another number
     */
    public Workflow attemptsOfUserCode(int attempts) {
        if (attempts < 1 || attempts > 100) {
            throw invalid("tries user code " + attempts + " times; take 1 to 100");
        }
        userCodeAttempts = attempts;
        return this;
    }

    /**
     * How long a call of user code may show no sign of life: read no value, emit and {@linkplain TaskContext#count count} nothing, and not
     * return. Then its task fails, with {@link ErrorCode#USER_CODE}, the key and the line where the code is; {@link #attemptsOfUserCode}
     * counts that as any failure of user code. As long as {@code task.stallTimeout} of the nodes allows when nothing is said, which is
     * an hour. A call may last for days if it counts something now and then.
     *
     * @param timeout at least a second
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a shorter one
     */
    public Workflow stallTimeout(Duration timeout) {
        if (timeout.compareTo(MIN_STALL_TIMEOUT) < 0) {
            throw invalid("lets user code stall for " + timeout.toMillis() + " ms; take a second or more");
        }
        stallTimeout = timeout;
        return this;
    }

    /**
     * Sends a further jar to the nodes. The code that holds the functions themselves is found and sent anyway.
     *
     * @param jar read when the workflow is submitted
     */
    public Workflow addJar(Path jar) {
        jars.add(Objects.requireNonNull(jar));
        return this;
    }

    /** Sets what {@link TaskContext#parameter} gives in all jobs that do not set it themselves. */
    public Workflow set(String parameter, String value) {
        parameters.put(Objects.requireNonNull(parameter), Objects.requireNonNull(value));
        return this;
    }

    /** What the jobs read and write, as text for people: each job, below it where its groups come from and go to. */
    public String explain() {
        return new Explanation(this).text();
    }

    public String name() {
        return name;
    }

    public List<Loop> loops() {
        return List.copyOf(loops);
    }

    public int priority() {
        return priority;
    }

    public int userCodeAttempts() {
        return userCodeAttempts;
    }

    /** Zero when nothing was said. */
    public Duration stallTimeout() {
        return stallTimeout;
    }

    public Map<String, String> parameters() {
        return Map.copyOf(parameters);
    }

    /** The jobs as they run: those that were added, with what {@link #aggregate} changes in the job before it. */
    public List<Job> jobs() {
        return new EarlyAggregates(jobs, loops).jobs();
    }

    public List<Path> jars() {
        return List.copyOf(jars);
    }

    /**
     * Checks what can be checked without a server.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when there is no job, two jobs have one name, two jobs write
     *     one group, a job reads the group that it writes, or a job writes a group that an earlier one reads, which exists
     *     then, without {@link TupleGroup#replacing()} it; {@link ErrorCode#TYPE_MISMATCH} when a job reads other types
     *     than an earlier one writes
     */
    public void check() {
        if (jobs.isEmpty()) {
            throw invalid("has no job: add one with map(...) or reduce(...)");
        }
        new WorkflowCheck(name, jobs).run();
    }

    private SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "workflow '" + name + "' " + what);
    }
}
