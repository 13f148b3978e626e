package org.sss.cli.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.net.auth.TokenFile;
import org.sss.server.security.SecurityDirectory;
import org.sss.server.security.UserTokens;

/** {@code sss security init}. */
public final class SecurityInit implements Command {
    private static final String DEFAULT = "security";

    @Override
    public void describe(Options options) {
        describeDirectory(options);
    }

    static void describeDirectory(Options options) {
        Help.option(options, "dir", "DIR", "the security directory of node 0; default: " + DEFAULT);
    }

    static Path directory(Call call) {
        return Path.of(call.option("dir", DEFAULT)).toAbsolutePath().normalize();
    }

    /** Opens the directory in which tokens and certificates are made. */
    static SecurityDirectory existing(Call call) {
        SecurityDirectory directory = SecurityDirectory.open(directory(call));
        if (Files.notExists(directory.file(SecurityDirectory.TOKENS))) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, directory.path() + " is the security directory of another node than node 0;"
                    + " tokens and certificates are made on node 0, where 'sss security init' was run");
        }
        return directory;
    }

    @Override
    public int run(Call call) {
        call.args();
        SecurityDirectory directory = SecurityDirectory.create(directory(call), Certificates::addAuthority);
        Console console = call.console();
        String alsoIn = "";
        try {
            UserTokens.add(directory);
            alsoIn = ", which is also in " + TokenFile.location();
        } catch (SssException e) { // such as a user of nodes without a home directory
            console.note(e.getMessage());
        }
        if (console.json()) {
            console.json(Map.of("directory", directory.path().toString(), "realm", directory.realm()));
            return 0;
        }
        console.line("created " + directory.path() + " with a CA, the certificate of node 0, and an administrator's token" + alsoIn);
        console.note("next: 'sss security node NAME...' for the other nodes; in the configuration of node 0: security.dir = " + directory.path());
        return 0;
    }
}
