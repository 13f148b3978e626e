package org.sss.client;

import java.util.List;

/**
 * Workflows of a cluster at one time. Immutable.
 *
 * @param workflows newest first
 * @param nowMillis time of node 0, since 1970, when it returned the list; the times of workflows are by the same clock.
 *                  0 if node 0 runs an older version.
 * @param next      the id below which the next page is; null if these are all, or the oldest ones
 */
public record ListedWorkflows(List<WorkflowReport> workflows, long nowMillis, String next) {
    public ListedWorkflows {
        workflows = List.copyOf(workflows);
    }

    /** How long a workflow has run, or took; at least 0. */
    public long millis(WorkflowReport status) {
        return Math.max(0, (status.endedMillis() == 0 ? nowMillis : status.endedMillis()) - status.submittedMillis());
    }
}
