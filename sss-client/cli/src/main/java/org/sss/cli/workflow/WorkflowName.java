package org.sss.cli.workflow;

import org.sss.client.SssClient;
import org.sss.net.control.WorkflowStatus;

/** Resolves the id or name of a workflow; a name stands for its newest workflow. Stateless. */
final class WorkflowName {
    private WorkflowName() {
    }

    /** Returns the id. Returns an unknown name unchanged, so that the caller's request fails with its error. */
    static String id(SssClient client, String idOrName) {
        if (idOrName.matches("wf-\\d+")) {
            return idOrName;
        }
        return client.workflows().stream().filter(status -> status.name().equals(idOrName)).findFirst()
                .map(WorkflowStatus::id).orElse(idOrName);
    }
}
