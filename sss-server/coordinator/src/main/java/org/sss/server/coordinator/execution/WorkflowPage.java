package org.sss.server.coordinator.execution;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ServerVerbs.Workflows;
import org.sss.net.control.ServerVerbs.WorkflowsBelow;
import org.sss.net.control.WorkflowStatus;
import org.sss.net.rpc.Json;

/** Splits the list of all workflows, with their reports and counters, into answers of limited size. Stateless. */
public final class WorkflowPage {
    /** One more status still fits into an answer. */
    static final int PAGE_BYTES = 4 << 20;

    private WorkflowPage() {}

    /**
     * Returns the first workflows that are older than that of the request, at least one if there is any.
     *
     * @param newestFirst all workflows
     * @param request     its id is null for the newest
     * @throws SssException INVALID_ARGUMENT if its id is not one
     */
    public static Workflows of(List<WorkflowStatus> newestFirst, WorkflowsBelow request) {
        long end = request.id() == null ? Long.MAX_VALUE : number(request.id());
        int max = request.max() <= 0 ? Integer.MAX_VALUE : request.max();
        List<WorkflowStatus> page = new ArrayList<>();
        long bytes = 0;
        for (WorkflowStatus status : newestFirst) {
            if (WorkflowRun.number(status.id()) >= end) {
                continue;
            }
            boolean isFull = page.size() == max;
            bytes += isFull ? 0 : Json.message(status).length;
            if (isFull || bytes > PAGE_BYTES && !page.isEmpty()) {
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
