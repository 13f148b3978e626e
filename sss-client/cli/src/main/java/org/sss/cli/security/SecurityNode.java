package org.sss.cli.security;

import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.UsageException;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security node}. */
public final class SecurityNode implements Command {
    static final String NODES = "nodes";
    /** A directory, and the common name of a certificate. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    @Override
    public void describe(Options options) {
        SecurityInit.describeDirectory(options);
        options.addOption(null, "renew", false, "replace the key and the certificate if the node has some");
    }

    @Override
    public int run(Call call) {
        List<String> names = call.argsAndMore("NAME");
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw new UsageException("the name of a node has letters, digits, '.', '_' and '-', at most 64, not '" + name + "'");
            }
        }
        SecurityDirectory directory = SecurityInit.existing(call);
        List<String> made = new ArrayList<>();
        String own = Certificates.ownNode(directory);
        for (String name : names) {
            String prefix = name.equals(own) ? "" : NODES + "/" + name + "/";
            if (Files.exists(directory.file(prefix + SecurityDirectory.NODE_CERTIFICATE)) && !call.has("renew")) {
                throw new SssException(ErrorCode.ALREADY_EXISTS, "node '" + name + "' has a certificate in " + directory.file(prefix)
                        + "; use --renew to replace it");
            }
            if (!name.equals(own)) {
                directory.makeDirectory(prefix);
                directory.copy(SecurityDirectory.CA_CERTIFICATE, prefix + SecurityDirectory.CA_CERTIFICATE);
            }
            Certificates.addNode(directory, prefix, name);
            made.add(directory.file(prefix).toString());
        }
        if (call.console().json()) {
            call.console().json(made);
            return 0;
        }
        for (int i = 0; i < made.size(); i++) {
            call.console().line(made.get(i));
            call.console().note(names.get(i).equals(own) ? "the node reads them at its next connection" : "copy the files to the security.dir of that node, such as: scp -p " + made.get(i) + "/* " + names.get(i) + ":"
                    + directory.path() + "/ (create it with mode 0700)");
        }
        return 0;
    }
}
