package org.sss.cli.workflow;

import org.sss.client.SssClient;
import org.sss.net.control.WorkflowStatus;

/** What people call a workflow: its id, or its name for the newest one of that name. Stateless. */
final class WorkflowName {
    private WorkflowName() {
    }

    /** The id; what is neither is given back, for the error of whoever asks for it. */
    static String id(SssClient client, String idOrName) {
        if (idOrName.matches("wf-\\d+")) {
            return idOrName;
        }
        return client.workflows().stream().filter(status -> status.name().equals(idOrName)).findFirst()
                .map(WorkflowStatus::id).orElse(idOrName);
    }
}
