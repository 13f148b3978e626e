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
 * A sequence of jobs, in the order in which they were added: each job reads groups that exist or that an earlier job
 * writes. It has no connection and can be submitted more than once. Not thread-safe.
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
    private final List<Class<?>> jarsOf = new ArrayList<>();
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
     * Creates a workflow without jobs.
     *
     * @param name for users and {@code sss job NAME}; valid names are those of {@linkplain TupleGroup#name() groups}.
     *     Need not be unique, but two workflows of one name that {@linkplain TupleGroup#replacing() replace} the same
     *     group do not run at once
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the name is not valid
     */
    public static Workflow named(String name) {
        return new Workflow(name);
    }

    /**
     * Adds a Map, which calls {@code mapper} for each tuple of a group: one task for each subgroup. Nothing is checked
     * before {@link #check()} and the submission.
     *
     * @param input  exists when the job starts, or is written by an earlier job of this workflow
     * @param output created by this job; visible to others when the job has succeeded, unless it is temporary
     * @param mapper serialized when the workflow is submitted, with all that it captures; each task has a copy
     * @return the job, with the default name {@code map-N}, for setting options: a combiner, further inputs and outputs
     */
    public <K, V, K2, V2> MapJob<K2, V2> map(
            TupleGroup<K, V> input, TupleGroup<K2, V2> output, Mapper<K, V, K2, V2> mapper) {
        return addMap(MapInput.of(input, mapper), output);
    }

    /**
     * Adds a Map over tuples from outside SSS, such as files: one task for each {@linkplain TupleSource#splits()
     * split}.
     */
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
     * Adds a Reduce, which calls {@code reducer} for each key of a group with all values of the key: one task for each
     * subgroup, in which keys are in ascending order. Nothing is checked before {@link #check()} and the submission.
     *
     * @param input   exists when the job starts, or is written by an earlier job of this workflow; all tuples of a key
     *     must be in one subgroup, which is so unless a partitioner depends on values
     * @param output  as for {@link #map}
     * @param reducer as the mapper of {@link #map}
     * @return the job, with the default name {@code reduce-N}, for setting options, such as a combiner
     */
    public <K, V, K2, V2> ReduceJob<K, V, K2, V2> reduce(
            TupleGroup<K, V> input, TupleGroup<K2, V2> output, Reducer<K, V, K2, V2> reducer) {
        ReduceJob<K, V, K2, V2> job = new ReduceJob<>("reduce-" + (jobs.size() + 1), input, output, reducer);
        jobs.add(job);
        return job;
    }

    /**
     * Adds a co-group: calls a function for each key that occurs in any of the groups, with the values in each group.
     * No shuffle.
     *
     * @param inputs groups that are partitioned alike: by the hash of the key, or see {@link CoGroupJob#placedAlike()}
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH} if their keys are not of one type
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
     * Adds a join: calls a function for each pair of values of one key. A {@link #coGroup} of two groups; a group may
     * be joined with itself.
     *
     * @throws SssException {@link ErrorCode#TYPE_MISMATCH} if the keys are not of one type, or a group joined with
     *     itself is declared with two codecs
     */
    public <K, A, B, K2, V2> CoGroupJob<K, K2, V2> join(
            TupleGroup<K, A> left,
            TupleGroup<K, B> right,
            TupleGroup<K2, V2> output,
            JoinKind kind,
            Joiner<K, A, B, K2, V2> joiner) {
        boolean itself = left.name().equals(right.name());
        if (itself) {
            JoinTypes.checkItself(coGroupName(), left, right);
        }
        return coGroup(
                itself ? List.of(left) : List.of(left, right), output, new JoinCoGrouper<>(left, right, kind, joiner));
    }

    /**
     * Adds a cross: calls a function for each pair of a tuple of {@code large} and a tuple of {@code small}. It is a
     * Map of the large group, without a shuffle, for which each node has the whole small group in memory, see
     * {@link SideData#asTuples}. Each tuple of the large group, in storage order, is paired with all tuples of the
     * small one, in the order of {@link SideTuples#forEach}.
     */
    public <K, V, L, W, K2, V2> MapJob<K2, V2> cross(
            TupleGroup<K, V> large,
            TupleGroup<L, W> small,
            TupleGroup<K2, V2> output,
            Crosser<K, V, L, W, K2, V2> crosser) {
        return map(large, output, new CrossMapper<>(small, crosser)).with(small).named("cross-" + jobs.size());
    }

    /**
     * Adds a Reduce that computes the results of an aggregator. If the input is written by a job of this workflow that
     * has no combiner, and is a temporary group that no other job reads and that is partitioned by hash, that job
     * combines values before they are sent, with the aggregator's combiner. If the aggregator has no combiner and the
     * job is a Map, the Map writes {@linkplain Aggregator#mergesEarly accumulators} instead of values, or omits
     * {@linkplain Aggregator#ignoresRepeats repeated} values.
     */
    public <K, V, R> ReduceJob<K, V, K, R> aggregate(
            TupleGroup<K, V> input, TupleGroup<K, R> output, Aggregator<V, ?, R> aggregator) {
        return reduce(
                        input,
                        output,
                        new PartialAggregates.Direct<>(
                                RetainingAggregator.of(aggregator, input.values()), output.values()))
                .aggregatedBy(aggregator);
    }

    /**
     * Adds a Map and a Reduce that computes the results of an aggregator from the emitted values. The Map always writes
     * accumulators and merges them before they are sent, whatever their size; {@link #aggregate} does so only if it
     * pays. Returns the Map; it has a default name like any Map, and the Reduce is named after it. The Map writes a
     * temporary group {@code OUTPUT.partial}, which messages may name.
     */
    public <K, V, K2, W, R> MapJob<K2, ?> mapAggregate(
            TupleGroup<K, V> input,
            TupleGroup<K2, R> output,
            Mapper<K, V, K2, W> mapper,
            Aggregator<W, ?, R> aggregator) {
        return partials(input, output, mapper, aggregator);
    }

    private <K, V, K2, W, A, R> MapJob<K2, A> partials(
            TupleGroup<K, V> input,
            TupleGroup<K2, R> output,
            Mapper<K, V, K2, W> mapper,
            Aggregator<W, A, R> aggregator) {
        Codec<A> accumulators = aggregator.accumulators(output.values());
        TupleGroup<K2, A> partials = output.partials(accumulators);
        Aggregator<W, A, R> retaining = RetainingAggregator.ofResults(aggregator, output.values());
        MapJob<K2, A> map = map(
                        input,
                        partials,
                        new PartialAggregates.Partial<>(
                                mapper, retaining, output.keys(), accumulators, null, "to group " + output.shownName()))
                .combine(aggregator.merger());
        reduce(partials, output, new PartialAggregates.Merging<>(aggregator, accumulators));
        return map;
    }

    /**
     * Adds a sort: copies all tuples so that the subgroups of {@code output}, in sequence, are in key order; values of
     * a key stay in their order. Without a sort, a group is in order only within each subgroup.
     */
    public <K, V> MapJob<Bytes, Bytes> sort(TupleGroup<K, V> input, TupleGroup<K, V> output) {
        TupleGroup<Bytes, Bytes> from = input.encoded();
        return map(from, output.encoded(), (Bytes key, Bytes value, Emitter<Bytes, Bytes> out) -> out.emit(key, value))
                .partitionBy(Partitioners.range(from))
                .named("sort-" + jobs.size());
    }

    /**
     * Runs the jobs that {@code body} adds to this workflow up to {@code maxIterations} times. Loops are not nested.
     *
     * @param maxIterations at least 1
     * @param body          called once, immediately; adds at least one job
     * @return the loop, for setting what is carried from one iteration to the next, and when the loop ends
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a nested loop, or one without a job or an iteration.
     *     After that, or an exception of {@code body}, the workflow has neither the loop nor its jobs
     */
    public Loop repeat(int maxIterations, Consumer<Workflow> body) {
        if (inLoop) {
            throw invalid("has a nested loop; make the inner loop a workflow of its own, or unroll it");
        }
        int first = jobs.size();
        boolean added = false;
        inLoop = true;
        try {
            body.accept(this);
            Loop loop = new Loop(name, first, jobs.size() - first, maxIterations);
            loops.add(loop);
            added = true;
            return loop;
        } finally {
            inLoop = false;
            if (!added) {
                jobs.subList(first, jobs.size()).clear();
            }
        }
    }

    /**
     * Sets the share of the workflow when several run at once: a workflow with priority 20 has twice as many running
     * tasks as one with {@value #DEFAULT_PRIORITY}, the default. Waiting workflows start in the order of their
     * priorities.
     *
     * @param newPriority 1 to 1000
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for another value
     */
    public Workflow priority(int newPriority) {
        if (newPriority < 1 || newPriority > 1000) {
            throw invalid("has priority " + newPriority + "; take 1 to 1000, " + DEFAULT_PRIORITY + " is the default");
        }
        priority = newPriority;
        return this;
    }

    /**
     * Sets how often a task is tried if its user code fails. The default is once, since most errors of code are
     * deterministic. Tasks that fail for other reasons are always retried.
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
     * Sets how long a call of user code may make no progress: read no value, emit and {@linkplain TaskContext#count
     * count} nothing, and not return. After that, its task fails with {@link ErrorCode#USER_CODE}, the key and the
     * current line of the code; {@link #attemptsOfUserCode} applies as for any failure of user code. The default is
     * {@code task.stallTimeout} of the nodes, an hour. A call may take days if it counts something from time to time.
     *
     * @param timeout at least a second
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} for a shorter one
     */
    public Workflow stallTimeout(Duration timeout) {
        if (timeout.compareTo(MIN_STALL_TIMEOUT) < 0) {
            throw invalid("lets user code stall for " + timeout.toMillis() + " ms; take at least one second");
        }
        stallTimeout = timeout;
        return this;
    }

    /**
     * Adds a jar to be sent to the nodes. The code that contains the functions is found and sent automatically.
     *
     * @param jar read when the workflow is submitted
     */
    public Workflow addJar(Path jar) {
        jars.add(Objects.requireNonNull(jar));
        return this;
    }

    /**
     * Adds the jar or class directory that a class comes from, such as one of a library that the functions use. It may
     * lie in another jar, as in a program that Spring Boot has packed. Libraries that this one uses are added in the
     * same way.
     */
    public Workflow addJarOf(Class<?> type) {
        jarsOf.add(Objects.requireNonNull(type));
        return this;
    }

    /** Sets a parameter for {@link TaskContext#parameter} in all jobs that do not set it themselves. */
    public Workflow set(String parameter, String value) {
        parameters.put(Objects.requireNonNull(parameter), Objects.requireNonNull(value));
        return this;
    }

    /**
     * Describes the workflow as text for users: each job, followed by the origin of its inputs and the use of its
     * outputs.
     */
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

    /** Returns the stall timeout; zero if it was not set. */
    public Duration stallTimeout() {
        return stallTimeout;
    }

    public Map<String, String> parameters() {
        return Map.copyOf(parameters);
    }

    /**
     * Returns the jobs as they run: those that were added, with the changes that {@link #aggregate} makes to the job
     * before it.
     */
    public List<Job> jobs() {
        List<Job> all = new EarlyAggregates(jobs, loops).jobs();
        Partitioners.PlacedInput.set(all, loops);
        return all;
    }

    public List<Path> jars() {
        return List.copyOf(jars);
    }

    /** Returns the classes of {@link #addJarOf}. */
    public List<Class<?>> jarsOf() {
        return List.copyOf(jarsOf);
    }

    /**
     * Checks what can be checked without a server.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if there is no job, two jobs have one name, two jobs
     *     write one group, a job reads the group that it writes, or a job writes a group that an earlier one reads
     *     without {@link TupleGroup#replacing()} it; {@link ErrorCode#TYPE_MISMATCH} if a job reads other types than an
     *     earlier one writes
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
