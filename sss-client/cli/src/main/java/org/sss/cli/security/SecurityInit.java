package org.sss.cli.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.server.security.AuditFile;
import org.sss.server.security.AuditLog;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security init}. */
public final class SecurityInit implements Command {
    /** Beside a node's own directory, not in it. */
    private static final String DEFAULT = "security-admin";
    /** Where earlier versions made tokens and certificates. */
    private static final String EARLIER = "security";

    private static final long AUDIT_BYTES = 64L << 20;

    @Override
    public void describe(Options options) {
        Help.option(
                options,
                "dir",
                "DIR",
                "the directory to create, which the user of the nodes cannot read; default: " + DEFAULT);
        Help.option(
                options, "node-dir", "DIR", "also create the security.dir of node 0, on this machine, and update it");
        Help.option(
                options,
                "user",
                "USER",
                "the user of the nodes, who gets that directory; only root can set another one");
        SecurityNode.describeHosts(options);
        describeExpiry(options);
    }

    static void describeExpiry(Options options) {
        Help.option(
                options,
                "expires",
                "TIME",
                "how long certificates of nodes are valid, such as 90d; default: " + Certificates.VALIDITY.toDays()
                        + "d");
    }

    static void describeDirectory(Options options) {
        Help.option(
                options,
                "dir",
                "DIR",
                "the directory that 'sss security init' has made, or that of 'sss cluster start'; default: " + DEFAULT
                        + " or " + EARLIER);
    }

    static Path directory(Call call) {
        String otherwise = Files.notExists(Path.of(DEFAULT)) && Files.exists(Path.of(EARLIER)) ? EARLIER : DEFAULT;
        return Path.of(call.option("dir", otherwise)).toAbsolutePath().normalize();
    }

    /** Opens the directory in which tokens and certificates are made. */
    static SecurityDirectory existing(Call call) {
        SecurityDirectory directory = SecurityDirectory.open(directory(call));
        if (Files.notExists(directory.file(SecurityDirectory.TOKENS))) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    directory.path() + " is the security directory of a node;"
                            + " tokens and certificates are made in the directory that 'sss security init' has made: "
                            + "name it by --dir");
        }
        if (Files.exists(directory.file(SecurityDirectory.NODE_CERTIFICATE))
                && Files.notExists(directory.file(SecurityDirectory.CA_KEY))) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    directory.path() + " is the security directory of node 0, which the"
                            + " administrator's directory replaces; change that one: name it by --dir");
        }
        return directory;
    }

    /** Records a change beside what was changed, with the user of the system. */
    static void record(SecurityDirectory directory, String verb, String what) {
        try (AuditFile audit = new AuditFile(directory.file(AuditFile.NAME), AUDIT_BYTES)) {
            audit.write(new AuditLog.Line(
                    Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                    System.getProperty("user.name"),
                    null,
                    null,
                    verb,
                    what,
                    "ok"));
        }
    }

    /** Passes a change on to node 0, and says how if that is on another machine. */
    static void publish(SecurityDirectory directory, Console console) {
        Path to = directory.publish();
        if (to != null && to.startsWith(directory.path())) {
            console.note("to let node 0 know it, copy the files of " + to + " to its security.dir, such as: tar -C "
                    + to + " -c . | ssh NODE-0 'tar -C SECURITY.DIR -xp'");
        }
    }

    @Override
    public int run(Call call) {
        call.args();
        Duration validity = SecurityToken.time(call, Certificates.VALIDITY);
        if (call.has("user") && !call.has("node-dir")) {
            throw new UsageException("--user is the owner of --node-dir");
        }
        List<String> hosts = SecurityNode.hosts(call);
        Path path = Path.of(call.option("dir", DEFAULT)).toAbsolutePath().normalize();
        SecurityDirectory.checkNew(path);
        SecurityDirectory directory = SecurityDirectory.create(path, made -> {
            Certificates.addAuthority(made);
            SecurityNode.make(made, new Certificates.Subject("node-0", hosts), validity);
            if (call.has("node-dir")) {
                made.publishTo(
                        Path.of(call.required("node-dir")).toAbsolutePath().normalize(), call.option("user", null));
            }
        });
        record(directory, "security.init", directory.realm());
        Path node = directory.publish();
        Console console = call.console();
        Path admin = directory.file(SecurityDirectory.ADMIN_TOKEN);
        if (console.json()) {
            console.json(Map.of(
                    "directory",
                    directory.path().toString(),
                    "realm",
                    directory.realm(),
                    "node0",
                    node.toString(),
                    "adminToken",
                    admin.toString()));
            return 0;
        }
        console.line("created " + directory.path()
                + " with a CA, its key, and the administrator's token; keep it from the user of the nodes, and "
                + "back it up");
        console.note((call.has("node-dir")
                        ? "in the configuration of node 0: security.dir = " + node
                        : "copy the files of " + node + " to the security.dir of node 0")
                + "; next: 'sss security node NAME...' for the other nodes");
        console.note("to use the cluster as its administrator: export SSS_TOKEN_FILE=" + admin);
        return 0;
    }
}
