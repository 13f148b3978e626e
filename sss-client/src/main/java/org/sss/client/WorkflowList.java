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
    private WorkflowList() {
    }

    /** Newest first. */
    static List<WorkflowStatus> of(ClusterLink link) {
        List<WorkflowStatus> all = new ArrayList<>();
        String below = null;
        do {
            Workflows page = link.ask(ServerVerbs.WORKFLOW_LIST, new WorkflowsBelow(below), Workflows.class);
            all.addAll(page.workflows());
            below = page.next();
        } while (below != null);
        return Collections.unmodifiableList(all);
    }
}
