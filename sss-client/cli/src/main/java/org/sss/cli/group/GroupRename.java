package org.sss.cli.group;

import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.client.SssClient;

/** {@code sss group mv}. */
public final class GroupRename implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        List<String> args = call.args("GROUP", "NEW-NAME");
        try (SssClient client = call.connect()) {
            client.rename(args.get(0), args.get(1));
        }
        if (call.console().json()) {
            call.console().json(Map.of("from", args.get(0), "to", args.get(1)));
        }
        return 0;
    }
}
