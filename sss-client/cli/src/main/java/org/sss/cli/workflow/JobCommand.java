package org.sss.cli.workflow;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.SssClient;

/** {@code sss job}. */
public final class JobCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        String id = call.args("ID|NAME").get(0);
        try (SssClient client = call.connect()) {
            WorkflowView.print(call.console(), client.workflow(WorkflowName.id(client, id)).status());
            return 0;
        }
    }
}
