package org.sss.client.cli;

import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.client.SssClient;

/** {@code sss group rm}. */
final class GroupRemove implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.argsAndMore("GROUP");
        try (SssClient client = call.connect()) {
            call.words().forEach(client::drop);
        }
        if (call.console().json()) {
            call.console().json(Map.of("dropped", call.words()));
        }
        return 0;
    }
}
