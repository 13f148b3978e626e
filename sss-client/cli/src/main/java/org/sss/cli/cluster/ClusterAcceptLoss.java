package org.sss.cli.cluster;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.ClusterStatus.NodeLoss;
import org.sss.client.SssClient;

/** {@code sss cluster accept-loss}. */
public final class ClusterAcceptLoss implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        int node = NodeArgument.of(call);
        try (SssClient client = call.connect()) {
            NodeLoss loss = client.admin().acceptLoss(node);
            if (call.console().json()) {
                call.console().json(loss);
            } else {
                call.console()
                        .line("node " + node + " accepts new data. It has lost " + loss
                                + "; drop them with 'sss group rm', or restart the node with the disk that has them");
            }
            return 0;
        }
    }
}
