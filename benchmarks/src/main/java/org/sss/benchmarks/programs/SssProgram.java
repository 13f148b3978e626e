package org.sss.benchmarks.programs;

import java.util.Map;
import org.sss.api.Shuffle;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/** One workload for SSS. One thread at a time. */
interface SssProgram {
    /**
     * Brings the input into groups.
     *
     * @return false when there is none
     */
    boolean load(SssClient client, Workload workload) throws Exception;

    /** The whole workload, once. Output groups of the last time are replaced. */
    Map<String, Double> run(SssClient client, Workload workload) throws Exception;

    String digest(SssClient client) throws Exception;

    /** Runs a workflow with the shuffle method of the workload. Without one, what its shuffle cost is not reported. */
    static Map<String, Double> run(SssClient client, Workflow workflow, Workload workload) {
        String method = workload.parameter(Shuffle.PARAMETER, null);
        if (method == null) {
            return Phases.of(client.run(workflow));
        }
        workflow.set(Shuffle.PARAMETER, method);
        String limit = workload.parameter(Shuffle.MEMORY_LIMIT, null);
        WorkflowReport status = client.run(limit == null ? workflow : workflow.set(Shuffle.MEMORY_LIMIT, limit));
        Map<String, Double> details = Phases.of(status);
        details.putAll(Phases.ofShuffle(status));
        return details;
    }
}
