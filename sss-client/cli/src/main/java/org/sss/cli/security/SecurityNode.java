package org.sss.cli.security;

import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.server.security.CertificateFile;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security node}. */
public final class SecurityNode implements Command {
    private static final String COORDINATOR = "node-0";
    /** A directory, and the common name of a certificate. */
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");

    private static final Pattern HOST = Pattern.compile("[A-Za-z0-9:.-]{1,253}");

    @Override
    public void describe(Options options) {
        SecurityInit.describeDirectory(options);
        options.addOption(null, "renew", false, "replace the key and the certificate if the node has some");
        describeHosts(options);
        SecurityInit.describeExpiry(options);
    }

    static void describeHosts(Options options) {
        Help.option(
                options,
                "host",
                "HOST,...",
                "names and addresses by which browsers and programs reach the page of the node over HTTPS, beside its"
                        + " name and localhost");
    }

    static List<String> hosts(Call call) {
        return Arrays.stream(call.option("host", "").split(","))
                .map(String::strip)
                .filter(host -> !host.isEmpty())
                .map(SecurityNode::host)
                .toList();
    }

    private static String host(String host) {
        if (!HOST.matcher(host).matches()) {
            throw new UsageException("--host takes names such as node0.example.org and addresses, not '" + host + "'");
        }
        return host;
    }

    @Override
    public int run(Call call) {
        List<String> names = call.argsAndMore("NAME");
        for (String name : names) {
            if (!NAME.matcher(name).matches()) {
                throw new UsageException(
                        "the name of a node has letters, digits, '.', '_' and '-', at most 64, not '" + name + "'");
            }
        }
        Duration validity = SecurityToken.time(call, Certificates.VALIDITY);
        SecurityDirectory directory = SecurityInit.existing(call);
        List<String> hosts = hosts(call);
        if (!hosts.isEmpty() && names.size() > 1) {
            throw new UsageException("--host is for one node");
        }
        List<String> made = new ArrayList<>();
        List<String> notes = new ArrayList<>();
        String own = Certificates.ownNode(directory);
        for (String name : names) {
            String prefix = name.equals(own) ? "" : prefix(name);
            Path before = directory.file(prefix + SecurityDirectory.NODE_CERTIFICATE);
            if (Files.exists(before)) {
                notes.add(replaced(name, before, call.has("renew")));
            }
            if (name.equals(own)) {
                Certificates.addNode(directory, "", new Certificates.Subject(name, hosts), validity);
            } else {
                make(directory, new Certificates.Subject(name, hosts), validity);
            }
            made.add(directory.file(prefix).toString());
        }
        SecurityInit.record(directory, "security.node", String.join(", ", names));
        if (call.console().json()) {
            call.console().json(made);
        } else {
            made.forEach(call.console()::line);
        }
        notes.forEach(call.console()::note);
        if (names.stream().anyMatch(name -> !name.equals(own) && !name.equals(COORDINATOR))) {
            call.console()
                    .note("copy the files of each node to its security.dir, which has mode 0700, such as: tar -C "
                            + "DIRECTORY -c . | ssh NODE"
                            + " 'tar -C SECURITY.DIR -xp'; it reads them at its next connection");
        }
        SecurityInit.publish(directory, call.console());
        return 0;
    }

    private static String prefix(String name) {
        return SecurityDirectory.NODES + "/" + name + "/";
    }

    /** A certificate that was replaced is valid until its end, so a copy of it can still be used. */
    private static String replaced(String name, Path file, boolean renew) {
        X509Certificate certificate = CertificateFile.read(file).get(0);
        if (!renew) {
            throw new SssException(
                    ErrorCode.ALREADY_EXISTS,
                    "node '" + name + "' has a certificate in " + file.getParent() + "; use --renew to replace it");
        }
        return "the former certificate of " + name + " (serial " + CertificateFile.serial(certificate)
                + ") stays valid until "
                + certificate.getNotAfter().toInstant() + "; when the node uses the new one, 'sss security revoke "
                + CertificateFile.serial(certificate)
                + "' ends that";
    }

    /** Makes key and certificate of a node in the directory of its files. */
    static void make(SecurityDirectory directory, Certificates.Subject subject, Duration validity) {
        String prefix = prefix(subject.node());
        directory.makeDirectory(prefix);
        directory.copy(SecurityDirectory.CA_CERTIFICATE, prefix + SecurityDirectory.CA_CERTIFICATE);
        Certificates.addNode(directory, prefix, subject, validity);
    }
}
