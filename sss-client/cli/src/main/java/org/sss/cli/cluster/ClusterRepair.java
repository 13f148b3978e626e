package org.sss.cli.cluster;

import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.ClusterStatus.Repair;
import org.sss.client.SssClient;

/** {@code sss cluster repair}. */
public final class ClusterRepair implements Command {
    @Override
    public void describe(Options options) {
        options.addOption(
                null, "now", false, "make missing copies at once: do not wait for nodes that may be back soon");
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        try (SssClient client = call.connect()) {
            Repair repair = client.admin().repair(call.has("now"));
            if (call.console().json()) {
                call.console().json(repair);
            } else {
                RepairText.of(repair).forEach(call.console()::line);
            }
            return 0;
        }
    }
}
