package org.sss.client;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.sss.client.link.ClusterLink;
import org.sss.net.control.ServerVerbs;
import org.sss.net.control.ServerVerbs.Workflows;
import org.sss.net.control.ServerVerbs.WorkflowsBelow;
import org.sss.net.control.WorkflowStatus;

/** Lists all workflows of a cluster, in pages. Stateless. */
final class WorkflowList {
    private WorkflowList() {}

    /** Newest first, as one page. */
    static Workflows of(ClusterLink link) {
        List<WorkflowStatus> all = new ArrayList<>();
        Workflows page = new Workflows(List.of(), null);
        do {
            page = link.ask(ServerVerbs.WORKFLOW_LIST, new WorkflowsBelow(page.next()), Workflows.class);
            all.addAll(page.workflows());
        } while (page.next() != null);
        return new Workflows(Collections.unmodifiableList(all), null, page.nowMillis());
    }

    /** As {@link SssClient#listWorkflows(String, int)}. */
    static Workflows page(ClusterLink link, String below, int max) {
        return link.ask(ServerVerbs.WORKFLOW_LIST, new WorkflowsBelow(below, max), Workflows.class);
    }
}
