package org.sss.cli.cluster;

import java.nio.file.Path;
import java.util.concurrent.CompletionException;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.net.auth.FileRights;
import org.sss.server.node.NodeProgram;
import org.sss.server.node.config.NodeConfig;

/** {@code sss node}. */
public final class NodeCommand implements Command {
    @Override
    public void describe(Options options) {
        Help.option(options, "conf", "FILE", "the node's settings, see docs/configuration.md");
    }

    @Override
    public int run(Call call) {
        call.args();
        Path file = Path.of(call.required("conf"));
        FileRights.ofThisProcess().check("the configuration file", file);
        NodeConfig config = NodeConfig.load(file);
        try {
            NodeProgram.runAsProcess(config);
        } catch (CompletionException e) {
            throw SssException.of(e, "running the node");
        }
        return 0;
    }
}
