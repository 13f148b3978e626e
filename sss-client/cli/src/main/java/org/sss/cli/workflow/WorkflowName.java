package org.sss.cli.workflow;

import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/** Resolves the id or name of a workflow; a name stands for its newest workflow, or the one that runs. Stateless. */
final class WorkflowName {
    private WorkflowName() {}

    /** Returns the id. Returns an unknown name unchanged, so that the caller's request fails with its error. */
    static String id(SssClient client, String idOrName) {
        if (idOrName.matches("wf-\\d+")) {
            return idOrName;
        }
        return client.workflows().stream()
                .filter(status -> status.name().equals(idOrName))
                .findFirst()
                .map(WorkflowReport::id)
                .orElse(idOrName);
    }

    /**
     * Returns the id of the workflow of that name that is not over; if there is none, the same as {@link #id}.
     *
     * @throws SssException INVALID_ARGUMENT if there are several
     */
    static String unfinished(SssClient client, String idOrName) {
        if (idOrName.matches("wf-\\d+")) {
            return idOrName;
        }
        List<String> ids = client.workflows().stream()
                .filter(status ->
                        status.name().equals(idOrName) && !status.state().isOver())
                .map(WorkflowReport::id)
                .toList();
        if (ids.size() > 1) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    ids.size() + " workflows of the name '" + idOrName + "' run or wait: " + String.join(", ", ids)
                            + "; use an id");
        }
        return ids.isEmpty() ? id(client, idOrName) : ids.get(0);
    }
}
