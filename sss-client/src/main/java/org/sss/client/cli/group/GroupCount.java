package org.sss.client.cli.group;

import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.client.SssClient;
import org.sss.client.cli.terminal.Call;
import org.sss.client.cli.terminal.Command;

/** {@code sss group count}. */
public final class GroupCount implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        String group = call.args("GROUP").get(0);
        try (SssClient client = call.connect()) {
            long tuples = client.count(group);
            if (call.console().json()) {
                call.console().json(Map.of("group", group, "tuples", tuples));
            } else {
                call.console().line(Long.toString(tuples));
            }
            return 0;
        }
    }
}
