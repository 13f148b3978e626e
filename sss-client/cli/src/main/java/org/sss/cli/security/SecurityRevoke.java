package org.sss.cli.security;

import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.net.auth.TokenEntry;
import org.sss.net.peer.Role;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security revoke}. */
public final class SecurityRevoke implements Command {
    @Override
    public void describe(Options options) {
        SecurityInit.describeDirectory(options);
    }

    @Override
    public int run(Call call) {
        Set<String> ids = new HashSet<>(call.argsAndMore("ID"));
        SecurityDirectory directory = SecurityInit.existing(call);
        directory.changeTokens(before -> without(before, ids));
        ids.forEach(id -> directory.delete(id + ".token")); // made there by earlier versions
        if (call.console().json()) {
            call.console().json(Map.of("revoked", ids.stream().sorted().toList()));
        } else {
            call.console().line("revoked " + ids.stream().sorted().collect(Collectors.joining(", "))
                    + "; running nodes disconnect it within a few seconds");
        }
        SecurityInit.publish(directory, call.console());
        return 0;
    }

    private static List<TokenEntry> without(List<TokenEntry> before, Set<String> ids) {
        for (String id : ids) {
            TokenEntry found = before.stream().filter(token -> token.id().equals(id)).findFirst().orElseThrow(() ->
                    new SssException(ErrorCode.NOT_FOUND, "there is no token " + id + "; 'sss security list' lists them"));
            if (found.role() == Role.NODE) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "token " + id + " is that of the nodes; they could not work without it;"
                        + " 'sss security node-token' replaces it");
            }
        }
        return before.stream().filter(token -> !ids.contains(token.id())).toList();
    }
}
