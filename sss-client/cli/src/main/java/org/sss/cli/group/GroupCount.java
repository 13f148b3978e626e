package org.sss.cli.group;

import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.SssClient;

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
