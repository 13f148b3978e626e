package org.sss.spark;

import java.io.PrintStream;
import java.nio.file.Path;
import org.apache.spark.SparkConf;
import org.apache.spark.api.java.JavaSparkContext;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.cli.workflow.JobJar;
import org.sss.cli.workflow.JobJarOptions;
import org.sss.client.JobReport;
import org.sss.client.WorkflowReport;

/**
 * The main class for {@code spark-submit}: runs the job of a jar, as {@code sss run} does on a cluster of SSS.
 *
 * <pre>
 *   spark-submit --class org.sss.spark.Run sss-spark-all.jar --store hdfs:///sss app.jar ARGS
 * </pre>
 */
public final class Run {
    private Run() {}

    /** Ends the process with 0 after success, 1 after a failure, 2 for wrong usage. */
    public static void main(String[] args) {
        System.exit(run(args, System.out, System.err));
    }

    static int run(String[] args, PrintStream out, PrintStream err) {
        RunArguments arguments;
        try {
            arguments = RunArguments.parse(args);
        } catch (SssException e) {
            err.println("error: " + e.getMessage());
            err.println(RunArguments.USAGE);
            return 2;
        }
        try (JavaSparkContext spark = new JavaSparkContext(new SparkConf().setIfMissing("spark.app.name", "sss"))) {
            print(run(arguments, spark), out);
            return 0;
        } catch (SssException e) {
            err.println("error: " + e.getMessage());
            if (e.remoteTrace() != null) {
                err.println(e.remoteTrace());
            }
            return 1;
        } catch (Exception e) {
            err.println("error: " + e);
            return 1;
        }
    }

    private static WorkflowReport run(RunArguments arguments, JavaSparkContext spark) throws Exception {
        JobJarOptions how = new JobJarOptions(arguments.className(), arguments.libraries());
        try (JobJar jar = JobJar.open(arguments.jar(), how)) {
            Workflow workflow = jar.workflow(arguments.args());
            arguments.parameters().forEach(workflow::set);
            spark.addJar(arguments.jar().toString());
            for (Path library : arguments.libraries()) {
                spark.addJar(library.toString());
            }
            return SparkRunner.run(workflow, spark, arguments.options());
        }
    }

    private static void print(WorkflowReport report, PrintStream out) {
        for (JobReport job : report.jobs()) {
            out.println("job '" + job.name() + "': " + job.tasks() + " tasks, "
                    + (job.iterations() > 0 ? job.iterations() + " iterations, " : "")
                    + job.progress().tuplesIn() + " tuples read, "
                    + job.progress().tuplesOut() + " emitted, "
                    + job.millis() + " ms");
            job.progress().counters().forEach((name, count) -> out.println("  " + name + " = " + count));
        }
        out.println(report);
    }
}
