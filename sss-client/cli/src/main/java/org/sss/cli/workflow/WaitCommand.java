package org.sss.cli.workflow;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.SssClient;

/** {@code sss wait}: exit code 1 unless the workflow succeeds. */
public final class WaitCommand implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) throws Exception {
        String id = call.args("ID|NAME").get(0);
        try (SssClient client = call.connect()) {
            WorkflowView view = new WorkflowView(call.console(), client);
            WorkflowView.result(call.console(), view.watch(client.workflow(WorkflowName.id(client, id))));
            return 0;
        }
    }
}
