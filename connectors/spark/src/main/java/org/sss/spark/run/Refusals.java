package org.sss.spark.run;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.JobOptions;
import org.sss.api.Shuffle;
import org.sss.api.SssException;
import org.sss.api.Workflow;
import org.sss.net.control.WorkflowSpec;
import org.sss.net.control.WorkflowSpec.GroupSpec;
import org.sss.net.control.WorkflowSpec.JobSpec;

/** What is not possible on Spark, and what has no meaning there. Stateless. */
final class Refusals {
    private static final String CLUSTER = "sss:";

    private Refusals() {}

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} before anything starts */
    static void check(WorkflowSpec workflow, String store) {
        if (store.startsWith(CLUSTER)) {
            throw refused("store '" + store + "' is a cluster of SSS, and workflows on Spark have their groups in"
                    + " files; name a directory, such as hdfs:///sss");
        }
        for (JobSpec job : workflow.jobs()) {
            Map<String, String> parameters = new HashMap<>(workflow.parameters());
            parameters.putAll(job.parameters());
            if (JobOptions.isMemoryOnly(parameters)) {
                throw refused("job '" + job.name() + "' refuses files (" + JobOptions.MEMORY_ONLY
                        + "), and Spark moves tuples through files; run it on a cluster of SSS, or without "
                        + JobOptions.MEMORY_ONLY);
            }
        }
    }

    private static SssException refused(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, what);
    }

    /** A line for each option that has no effect. */
    static List<String> ignored(WorkflowSpec workflow) {
        List<String> lines = new ArrayList<>();
        if (workflow.limits().priority() != Workflow.DEFAULT_PRIORITY) {
            lines.add("priority " + workflow.limits().priority() + " has no effect on Spark; use its scheduler pools");
        }
        if (workflow.limits().stallMillis() > 0) {
            lines.add("stallTimeout has no effect on Spark");
        }
        Stream.concat(Stream.of(workflow.parameters()), workflow.jobs().stream().map(JobSpec::parameters))
                .filter(parameters -> parameters.containsKey(Shuffle.PARAMETER))
                .findFirst()
                .ifPresent(
                        parameters -> lines.add(Shuffle.PARAMETER + " has no effect on Spark, which moves the blocks"));
        for (JobSpec job : workflow.jobs()) {
            for (GroupSpec output : job.outputs()) {
                if (!output.temporary() && output.inMemory()) {
                    lines.add("group '" + output.name() + "' is stored in files, not in memory");
                }
                if (output.copies() > 0) {
                    lines.add("group '" + output.name() + "' has as many copies as the file system makes");
                }
            }
        }
        return lines;
    }
}
