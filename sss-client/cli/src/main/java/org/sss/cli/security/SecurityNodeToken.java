package org.sss.cli.security;

import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security node-token}. */
public final class SecurityNodeToken implements Command {
    @Override
    public void describe(Options options) {
        SecurityInit.describeDirectory(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        SecurityDirectory directory = SecurityInit.existing(call);
        if (directory.hasAuthority()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the nodes of this cluster have certificates and no token; renew those by"
                            + " 'sss security node NAME --renew', and revoke the former ones");
        }
        directory.replaceNodeToken();
        SecurityInit.record(directory, "security.node-token", null);
        if (call.console().json()) {
            call.console().json(Map.of("directory", directory.path().toString()));
        } else {
            call.console().line("replaced the token of the nodes in " + directory.path());
            call.console()
                    .note("running nodes disconnect from each other and use the new one within a few seconds; jobs "
                            + "that run may fail");
        }
        return 0;
    }
}
