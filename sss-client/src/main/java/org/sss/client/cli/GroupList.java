package org.sss.client.cli;

import org.apache.commons.cli.Options;
import org.sss.client.SssClient;
import org.sss.net.control.GroupInfo;

/** {@code sss group ls}. */
final class GroupList implements Command {
    @Override
    public void describe(Options options) {
        Call.describeCluster(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        try (SssClient client = call.connect()) {
            if (call.console().json()) {
                call.console().json(client.groups());
                return 0;
            }
            Table table = new Table("GROUP", "KEYS", "VALUES", "TUPLES", "BYTES", "COMPRESSION", "CREATED", "BY");
            for (GroupInfo group : client.groups()) {
                table.row(group.name(), group.keyType(), group.valueType(), group.tuples(), group.dataBytes(),
                        CompressOption.name(group.compression()), Units.time(group.createdMillis()), group.createdBy());
            }
            table.print(call.console());
            return 0;
        }
    }
}
