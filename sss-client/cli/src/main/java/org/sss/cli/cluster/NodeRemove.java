package org.sss.cli.cluster;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;
import org.sss.client.ClusterStatus.Repair;
import org.sss.client.SssClient;

/** {@code sss node remove}. */
public final class NodeRemove implements Command {
    @Override
    public void describe(Options options) {
        options.addOption(
                null, "lost", false, "the node is dead for good, with its disk: other nodes get copies of what it had");
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        int node = NodeArgument.of(call);
        if (!call.has("lost")) {
            throw new UsageException("only a node that is lost for good can be removed: say so by --lost");
        }
        try (SssClient client = call.connect()) {
            Repair repair = client.admin().removeLostNode(node);
            if (call.console().json()) {
                call.console().json(repair);
            } else {
                call.console()
                        .line("node " + node + " is lost for good: other nodes get copies of what it had. 'sss cluster"
                                + " status' shows how far that is");
            }
            return 0;
        }
    }
}
