package org.sss.http.api;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.JobReport;
import org.sss.client.ListedWorkflows;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/** Compares the newest and the unfinished workflows with those of the last look. One thread at a time. */
final class WorkflowWatch {
    /** New ones within one look, beyond which pages read the list again. */
    private static final int NEWEST = 50;

    private Map<String, Known> known = new HashMap<>();
    private boolean isFirst = true;

    /** A workflow as it was reported, without times that change all the time. */
    private record Known(boolean isOver, Map<String, Object> summary, Map<String, Map<String, Object>> jobs) {}

    /** @throws SssException FORBIDDEN if the caller may not read workflows */
    List<Change> look(SssClient client) {
        List<Change> changes = new ArrayList<>();
        Map<String, Known> next = new HashMap<>();
        ListedWorkflows all = isFirst ? client.listWorkflows() : client.listWorkflows(null, NEWEST);
        for (WorkflowReport workflow : relevant(client, all.workflows())) {
            Known before = known.get(workflow.id());
            next.put(
                    workflow.id(),
                    before != null && before.isOver() ? before : compare(workflow, before, all.nowMillis(), changes));
        }
        known = next;
        changes = isFirst ? List.of() : changes;
        isFirst = false;
        return changes;
    }

    /** The newest ones, and older ones that were not over. */
    private List<WorkflowReport> relevant(SssClient client, List<WorkflowReport> newest) {
        Map<String, WorkflowReport> relevant = new LinkedHashMap<>();
        for (WorkflowReport workflow : newest) {
            if (relevant.size() < NEWEST || !workflow.state().isOver()) {
                relevant.put(workflow.id(), workflow);
            }
        }
        known.forEach((id, before) -> {
            if (!before.isOver() && !relevant.containsKey(id)) {
                try {
                    relevant.put(id, client.workflow(id).status());
                } catch (SssException e) {
                    if (e.code() != ErrorCode.NOT_FOUND) {
                        throw e;
                    }
                }
            }
        });
        return List.copyOf(relevant.values());
    }

    private static Known compare(WorkflowReport workflow, Known before, long nowMillis, List<Change> changes) {
        Map<String, Object> summary = WorkflowSummaries.of(workflow, nowMillis);
        Known now = new Known(workflow.state().isOver(), withoutMillis(summary), new HashMap<>());
        if (before == null || !before.summary().equals(now.summary())) {
            changes.add(new Change("workflow", summary));
        }
        for (JobReport job : workflow.jobs()) {
            Map<String, Object> progress = JobAnswers.progress(job);
            Map<String, Object> state = withoutMillis(progress);
            now.jobs().put(job.name(), state);
            if (before == null || !state.equals(before.jobs().get(job.name()))) {
                changes.add(new Change("job", Fields.of("workflow", workflow.id(), "job", progress)));
            }
        }
        return now;
    }

    private static Map<String, Object> withoutMillis(Map<String, Object> fields) {
        Map<String, Object> state = new HashMap<>(fields);
        state.remove("millis");
        return state;
    }
}
