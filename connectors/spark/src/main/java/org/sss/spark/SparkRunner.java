package org.sss.spark;

import org.apache.spark.api.java.JavaSparkContext;
import org.sss.api.Workflow;
import org.sss.client.WorkflowReport;
import org.sss.spark.run.Execution;

/** Runs workflows on Spark. Stateless. */
public final class SparkRunner {
    private SparkRunner() {}

    /**
     * Runs a workflow to its end, its jobs one after the other. The calling thread waits; Spark's job group of this
     * thread is cleared. Groups with names are read from the store of the options and written there; each is there when
     * its job, or the loop around it, has ended.
     *
     * <p>The code of the functions must be known to the executors: as with any program of Spark, by {@code --jars} or
     * {@link JavaSparkContext#addJar}.
     *
     * @return what the jobs have done, with their counters
     * @throws org.sss.api.SssException as a cluster of SSS; UNSUPPORTED before anything starts if the workflow uses
     *     what is not possible on Spark
     */
    public static WorkflowReport run(Workflow workflow, JavaSparkContext spark, SparkOptions options) {
        return Execution.run(
                workflow, spark, new Execution.Settings(options.store(), options.subgroups(), options.bufferBytes()));
    }
}
