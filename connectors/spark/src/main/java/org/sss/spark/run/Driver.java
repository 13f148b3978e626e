package org.sss.spark.run;

import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.apache.spark.SparkThrowable;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.util.SerializableConfiguration;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.WorkflowSpec;
import org.sss.spark.store.GroupStore;
import scala.Tuple2;

/** What the parts of the driver have in common. For one thread, but {@link #failed}. */
final class Driver {
    private static final long DEFAULT_HEAP_BYTES = 1L << 30;

    private static final String CANCELLED = "SPARK_JOB_CANCELLED";

    private final JavaSparkContext spark;
    private final GroupStore store;
    private final JobPackage.Place place;
    private final FailedTasks failures;
    private final int subgroups;
    private final long bufferBytes;
    private final long sideBytes;
    private final String workflow;
    private final String run = UUID.randomUUID().toString().substring(0, 8);
    private long groups;

    /**
     * @param workflow    its id
     * @param bufferBytes of each task
     */
    Driver(JavaSparkContext spark, String workflow, WorkflowSpec spec, String store, int subgroups, long bufferBytes) {
        this.spark = spark;
        this.workflow = workflow;
        this.subgroups = subgroups;
        this.bufferBytes = bufferBytes;
        this.store = new GroupStore(store, spark.hadoopConfiguration());
        place = new JobPackage.Place(
                store,
                spark.broadcast(new SerializableConfiguration(spark.hadoopConfiguration())),
                workflow + "-" + run,
                spec.limits().userCodeAttempts());
        failures = new FailedTasks(spark.sc(), place.jobGroup());
        long heap = spark.isLocal()
                ? Runtime.getRuntime().maxMemory()
                : spark.getConf().getSizeAsBytes("spark.executor.memory", DEFAULT_HEAP_BYTES);
        sideBytes = Math.min(heap, Runtime.getRuntime().maxMemory()) / 4;
    }

    JavaSparkContext spark() {
        return spark;
    }

    GroupStore store() {
        return store;
    }

    JobPackage.Place place() {
        return place;
    }

    int subgroups() {
        return subgroups;
    }

    long bufferBytes() {
        return bufferBytes;
    }

    /** Memory on each executor for side groups, and again for maps of them. */
    long sideBytes() {
        return sideBytes;
    }

    /** Id of the workflow. */
    String workflow() {
        return workflow;
    }

    /** Part of the names of all files that the workflow writes. */
    String run() {
        return run;
    }

    long newGroup() {
        return ++groups;
    }

    /** Ends the use of Spark. */
    void close() {
        failures.close();
    }

    /**
     * Returns an element for each partition of the groups, which tasks read: each group by its number.
     *
     * @param inputs each group once
     */
    JavaRDD<Tuple2<Integer, byte[]>> partitions(List<HeldGroup> inputs) {
        JavaRDD<Tuple2<Integer, byte[]>> all = null;
        for (int i = 0; i < inputs.size(); i++) {
            if (inputs.get(i) instanceof HeldGroup.Moved moved) {
                JavaRDD<Tuple2<Integer, byte[]>> chunks = moved.chunks().of(moved.output(), i);
                // All have the partitioner of subgroups, so nothing moves.
                all = all == null ? chunks : all.union(chunks);
            }
        }
        return all != null ? all : nothing();
    }

    private JavaRDD<Tuple2<Integer, byte[]>> nothing() {
        List<Integer> numbers = IntStream.range(0, subgroups).boxed().toList();
        return spark.parallelize(numbers, subgroups)
                .mapPartitions(number -> new ArrayList<Tuple2<Integer, byte[]>>().iterator());
    }

    static List<InputGroup> inputs(List<HeldGroup> groups) {
        return groups.stream()
                .map(group -> new InputGroup(
                        group.info().id(), group instanceof HeldGroup.Stored stored ? stored.files() : null))
                .toList();
    }

    /** Runs a job of Spark; an error of a task is that of the task. */
    <T> T run(String what, Supplier<T> action) {
        spark.setJobGroup(place.jobGroup(), what, true);
        try {
            return action.get();
        } catch (Exception e) { // Spark's own ones are not declared
            throw failed(what, e);
        } finally {
            spark.clearJobGroup();
        }
    }

    private SssException failed(String what, Exception e) {
        TaskFailed failed = failures.first() != null ? failures.first() : TaskFailed.in(e);
        if (failed != null) {
            return failed.toSss();
        }
        if (e instanceof InterruptedException) {
            spark.cancelJobGroup(place.jobGroup());
            Thread.currentThread().interrupt();
            return new SssException(ErrorCode.CANCELLED, what + " was interrupted", e);
        }
        if (e instanceof SparkThrowable known && CANCELLED.equals(known.getCondition())) {
            return new SssException(ErrorCode.CANCELLED, what + " was cancelled on Spark", e);
        }
        return e instanceof SssException known
                ? known
                : new SssException(ErrorCode.INTERNAL, what + " failed on Spark: " + e.getMessage(), e);
    }
}
