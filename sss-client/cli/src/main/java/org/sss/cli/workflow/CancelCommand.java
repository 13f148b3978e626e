package org.sss.cli.workflow;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;
import org.sss.client.WorkflowReport.State;

/** {@code sss cancel}: exit code 1 if the workflow had ended before. */
public final class CancelCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        String id = call.args("ID|NAME").get(0);
        try (SssClient client = call.connect()) {
            WorkflowReport status = client.cancel(WorkflowName.unfinished(client, id));
            if (call.console().json()) {
                call.console().document(status.toJson());
            } else {
                call.console().line(answer(status));
            }
            return hasEndedBefore(status) ? 1 : 0;
        }
    }

    private static boolean hasEndedBefore(WorkflowReport status) {
        return status.state() == State.SUCCEEDED || status.state() == State.FAILED;
    }

    private static String answer(WorkflowReport status) {
        String workflow = status.id() + " '" + status.name() + "' ";
        return workflow
                + switch (status.state()) {
                    case CANCELLED -> "was cancelled";
                    case SUCCEEDED -> "was not cancelled: it had succeeded before";
                    case FAILED -> "was not cancelled: it had failed before";
                    default -> "is being cancelled";
                };
    }
}
