package org.sss.cli.cluster;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.ClusterStatus.Repair;
import org.sss.client.SssClient;

/** {@code sss node replace}. */
public final class NodeReplace implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        int node = NodeArgument.of(call);
        try (SssClient client = call.connect()) {
            Repair repair = client.admin().replaceNode(node);
            if (call.console().json()) {
                call.console().json(repair);
            } else {
                call.console()
                        .line("node " + node + " takes part again, and gets copies of what it had from other nodes."
                                + " 'sss cluster status' shows how far that is");
            }
            return 0;
        }
    }
}
