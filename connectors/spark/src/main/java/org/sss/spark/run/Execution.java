package org.sss.spark.run;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.spark.api.java.JavaSparkContext;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.Job;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.api.engine.JobBytes;
import org.sss.client.WorkflowReport;
import org.sss.client.code.JobSpecs;
import org.sss.net.control.GroupInfo;
import org.sss.net.control.Nearest;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.control.WorkflowStatus.JobStatus;
import org.sss.net.control.WorkflowStatus.State;
import org.sss.net.rpc.Json;
import org.sss.server.coordinator.execution.WorkflowValidation;
import org.sss.spark.store.GroupStore;
import org.sss.spark.store.StoredGroup;

/** A workflow from its check to its report. For the calling thread. */
public final class Execution {
    private static final Logger LOG = LoggerFactory.getLogger(Execution.class);
    private static final AtomicLong WORKFLOWS = new AtomicLong();

    private final Workflow workflow;
    private final WorkflowSpec spec;
    private final Driver driver;
    private final List<JobExecution> jobs = new ArrayList<>();
    /** Groups of the store that the workflow reads. */
    private final Map<String, StoredGroup> files = new HashMap<>();

    private final long startedMillis = System.currentTimeMillis();

    /**
     * As the options of the caller.
     *
     * @param store       directory of the groups
     * @param bufferBytes of each task
     */
    public record Settings(String store, int subgroups, long bufferBytes) {}

    private Execution(Workflow workflow, JavaSparkContext spark, Settings settings) {
        this.workflow = workflow;
        workflow.check();
        List<JobSpec> specs = new ArrayList<>();
        List<byte[]> functions = new ArrayList<>();
        for (Job job : workflow.jobs()) {
            specs.add(JobSpecs.of(job, "functions"));
            functions.add(JobBytes.write(job));
        }
        spec = JobSpecs.workflow(workflow, specs, List.of(), 0);
        Refusals.check(spec, settings.store());
        driver = new Driver(
                spark,
                "wf-" + WORKFLOWS.incrementAndGet(),
                spec,
                settings.store(),
                settings.subgroups(),
                settings.bufferBytes());
        for (int i = 0; i < specs.size(); i++) {
            jobs.add(new JobExecution(driver, spec, specs.get(i), functions.get(i)));
        }
    }

    /** See {@link org.sss.spark.SparkRunner#run}. */
    public static WorkflowReport run(Workflow workflow, JavaSparkContext spark, Settings settings) {
        Execution execution = new Execution(workflow, spark, settings);
        try {
            return execution.run();
        } finally {
            execution.driver.close();
        }
    }

    private WorkflowReport run() {
        Map<String, GroupInfo> read = WorkflowValidation.check(spec, new Known());
        RetainedNames.check(spec, driver.store());
        Refusals.ignored(spec).forEach(line -> LOG.info("Workflow '{}': {}", workflow.name(), line));
        WorkflowExecution all = new WorkflowExecution(driver, spec, jobs);
        try {
            all.run(read, files);
        } catch (RuntimeException | Error e) {
            try {
                cleanUp(all);
            } catch (RuntimeException later) {
                e.addSuppressed(later);
            }
            throw e;
        }
        cleanUp(all);
        return report();
    }

    private void cleanUp(WorkflowExecution all) {
        all.close();
        List<String> names = spec.jobs().stream()
                .flatMap(job -> job.outputs().stream())
                .filter(output -> !output.temporary())
                .map(GroupSpec::name)
                .toList();
        driver.store().deleteUncommitted(driver.run(), names);
    }

    private WorkflowReport report() {
        List<JobStatus> statuses = new ArrayList<>();
        for (JobExecution job : jobs) {
            statuses.add(new JobStatus(
                    job.spec().name(),
                    job.spec().kind(),
                    State.SUCCEEDED,
                    job.spec().inputs().stream().map(GroupSpec::name).toList(),
                    job.spec().outputs().stream().map(GroupSpec::name).toList(),
                    new WorkflowStatus.Work(job.tasks(), job.tasks(), job.millis(), job.iterations()),
                    job.progress(),
                    job.statistics()));
        }
        WorkflowStatus status = new WorkflowStatus(
                driver.workflow(),
                workflow.name(),
                State.SUCCEEDED,
                statuses,
                null,
                startedMillis,
                System.currentTimeMillis());
        return WorkflowReport.ofJson(new String(Json.write(status), StandardCharsets.UTF_8));
    }

    /** The groups of the store; records those that the workflow reads. */
    private final class Known implements WorkflowValidation.Groups {
        private final GroupStore store = driver.store();
        private final Map<String, GroupInfo> infos = new HashMap<>();

        @Override
        public GroupInfo find(String name) {
            return infos.computeIfAbsent(name, n -> {
                StoredGroup group = store.find(n);
                if (group == null) {
                    return null;
                }
                if (group.subgroups() != driver.subgroups()) {
                    throw new SssException(
                            ErrorCode.INVALID_ARGUMENT,
                            "group '" + n + "' in store '" + store + "' has " + group.subgroups()
                                    + " subgroups, and this run has " + driver.subgroups() + "; set the number to "
                                    + group.subgroups() + " (--subgroups " + group.subgroups() + ")");
                }
                files.put(n, group);
                return group.info(driver.newGroup(), n);
            });
        }

        @Override
        public void checkFree(String name, boolean replace) {
            store.checkFree(name, replace);
        }

        @Override
        public String nearest(String name) {
            return Nearest.hint(name, store.names().stream());
        }
    }
}
