package org.sss.cli.workflow;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.SssClient;
import org.sss.net.control.WorkflowStatus;

/** {@code sss cancel}. */
public final class CancelCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        String id = call.args("ID").get(0);
        try (SssClient client = call.connect()) {
            WorkflowStatus status = client.cancel(id);
            if (call.console().json()) {
                call.console().json(status);
            } else {
                call.console().line(status.id() + " is " + WorkflowView.state(status.state()));
            }
            return 0;
        }
    }
}
