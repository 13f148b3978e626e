package org.sss.client;

import java.util.List;
import org.sss.net.control.WorkflowStatus;

/**
 * All workflows of a cluster at one time. Immutable.
 *
 * @param workflows newest first
 * @param nowMillis time of node 0, since 1970, when it returned the list; the times of workflows are by the same clock. 0 if node 0 runs an older
 *                  version.
 */
public record ListedWorkflows(List<WorkflowStatus> workflows, long nowMillis) {
    public ListedWorkflows {
        workflows = List.copyOf(workflows);
    }

    /** How long a workflow has run, or took; at least 0. */
    public long millis(WorkflowStatus status) {
        return Math.max(0, (status.run().endedMillis() == 0 ? nowMillis : status.run().endedMillis()) - status.run().submittedMillis());
    }
}
