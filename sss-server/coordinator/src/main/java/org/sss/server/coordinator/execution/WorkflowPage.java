package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs.Workflows;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;

/** Splits the list of all workflows, with their reports and counters, into answers of limited size. Stateless. */
public final class WorkflowPage {
    /** One more status still fits into an answer. */
    static final int PAGE_BYTES = 4 << 20;

    private WorkflowPage() {}

    /**
     * Returns the first workflows that are older than {@code below}, at least one if there is any.
     *
     * @param newestFirst all workflows
     * @param below       an id, or null for the newest
     * @throws SssException INVALID_ARGUMENT if {@code below} is not an id
     */
    public static Workflows of(List<WorkflowStatus> newestFirst, String below) {
        long end = below == null ? Long.MAX_VALUE : number(below);
        List<WorkflowStatus> page = new ArrayList<>();
        long bytes = 0;
        for (WorkflowStatus status : newestFirst) {
            if (WorkflowRun.number(status.id()) >= end) {
                continue;
            }
            bytes += Json.message(status).length;
            if (bytes > PAGE_BYTES && !page.isEmpty()) {
                return new Workflows(page, page.get(page.size() - 1).id());
            }
            page.add(status);
        }
        return new Workflows(page, null);
    }

    private static long number(String id) {
        if (!id.matches("wf-\\d{1,18}")) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "'" + id + "' is not the id of a workflow; those are wf-N");
        }
        return WorkflowRun.number(id);
    }
}
