package org.sss.http.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.Group;
import org.sss.client.JobReport;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/**
 * Which job made a group, and which jobs of the workflows that the cluster knows have read it. One thread.
 *
 * @param workflows null if the caller may not read workflows
 */
record Lineage(Group group, List<WorkflowReport> workflows) {
    private static final int MAX_USES = 100;

    static Lineage of(SssClient client, Group group) {
        try {
            return new Lineage(group, client.workflows());
        } catch (SssException e) {
            if (e.code() == ErrorCode.FORBIDDEN) {
                return new Lineage(group, null);
            }
            throw e;
        }
    }

    Map<String, Object> fields() {
        List<Map<String, Object>> uses = uses();
        return Fields.of(
                "lineageKnown", workflows != null,
                "madeBy", maker(),
                "usedBy", uses.stream().limit(MAX_USES).toList(),
                "usedByLeftOut", Math.max(0, uses.size() - MAX_USES));
    }

    /** Returns null for an import or a client. */
    private Map<String, Object> maker() {
        String[] by = group.createdBy().split("/", 2);
        if (by.length < 2 || !by[0].matches("wf-\\d+")) {
            return null;
        }
        WorkflowReport workflow = known().stream()
                .filter(one -> one.id().equals(by[0]))
                .findFirst()
                .orElse(null);
        return Fields.of(
                "workflow",
                by[0],
                "workflowName",
                workflow == null ? null : workflow.name(),
                "job",
                by[1],
                "inputs",
                workflow == null ? null : inputs(workflow, by[1]));
    }

    private List<WorkflowReport> known() {
        return workflows == null ? List.of() : workflows;
    }

    private static List<String> inputs(WorkflowReport workflow, String name) {
        return workflow.jobs().stream()
                .filter(job -> job.name().equals(name))
                .map(JobReport::inputs)
                .findFirst()
                .orElse(null);
    }

    private List<Map<String, Object>> uses() {
        List<Map<String, Object>> uses = new ArrayList<>();
        for (WorkflowReport workflow : known()) {
            // Another group had this name before.
            if (workflow.endedMillis() != 0 && workflow.endedMillis() < group.createdMillis()) {
                continue;
            }
            workflow.jobs().stream()
                    .filter(job -> job.inputs().contains(group.name()))
                    .map(job -> use(workflow, job))
                    .forEach(uses::add);
        }
        return uses;
    }

    private static Map<String, Object> use(WorkflowReport workflow, JobReport job) {
        return Fields.of(
                "workflow", workflow.id(),
                "workflowName", workflow.name(),
                "job", job.name(),
                "state", Fields.name(job.state()),
                "outputs", job.outputs());
    }
}
