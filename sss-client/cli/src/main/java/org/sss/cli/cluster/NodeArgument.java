package org.sss.cli.cluster;

import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.UsageException;

/** The number of a node as the only argument of a command. Stateless. */
final class NodeArgument {
    private NodeArgument() {}

    static int of(Call call) {
        String text = call.args("NODE").get(0);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new UsageException("NODE must be the number of a node, see 'sss cluster status', not '" + text + "'");
        }
    }
}
