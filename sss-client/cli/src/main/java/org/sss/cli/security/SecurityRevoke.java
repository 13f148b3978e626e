package org.sss.cli.security;

import java.math.BigInteger;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.net.auth.TokenEntry;
import org.sss.net.peer.Role;
import org.sss.server.security.CertificateFile;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security revoke}. */
public final class SecurityRevoke implements Command {
    /** Ids of tokens have 8 digits. */
    private static final Pattern SERIAL = Pattern.compile("[0-9a-f]{9,40}");

    @Override
    public void describe(Options options) {
        SecurityInit.describeDirectory(options);
    }

    @Override
    public int run(Call call) {
        Set<String> ids =
                call.argsAndMore("ID").stream().map(SecurityRevoke::normal).collect(Collectors.toSet());
        Set<String> serials =
                ids.stream().filter(id -> SERIAL.matcher(id).matches()).collect(Collectors.toSet());
        SecurityDirectory directory = SecurityInit.existing(call);
        List<String> revoked = certificates(directory, serials);
        Set<String> tokens = ids.stream().filter(id -> !serials.contains(id)).collect(Collectors.toSet());
        if (!tokens.isEmpty()) {
            directory.changeTokens(before -> without(before, tokens));
            tokens.forEach(id -> directory.delete(id + ".token")); // made there by earlier versions
        }
        if (!revoked.isEmpty()) {
            directory.addRevoked(revoked);
        }
        SecurityInit.record(directory, "security.revoke", ids.stream().sorted().collect(Collectors.joining(", ")));
        if (call.console().json()) {
            call.console().json(Map.of("revoked", ids.stream().sorted().toList()));
        } else {
            call.console()
                    .line("revoked " + ids.stream().sorted().collect(Collectors.joining(", "))
                            + "; running nodes disconnect " + (ids.size() == 1 ? "it" : "them")
                            + " within a few seconds");
        }
        SecurityInit.publish(directory, call.console());
        return 0;
    }

    /** Other programs print serial numbers in upper case, with colons, or with a zero in front. */
    private static String normal(String id) {
        String digits = id.replace(":", "").toLowerCase(Locale.ROOT);
        return SERIAL.matcher(digits).matches() ? new BigInteger(digits, 16).toString(16) : id;
    }

    /**
     * Returns the lines of the list of revoked certificates: with the name, if the certificate is still here and was
     * not replaced.
     *
     * @throws SssException INVALID_ARGUMENT if all nodes of this machine use one, as they could not connect to each
     *     other any more
     */
    private static List<String> certificates(SecurityDirectory directory, Set<String> serials) {
        Set<String> before = directory.revoked();
        Map<String, String> names = new HashMap<>();
        for (Path file : SecurityList.files(directory)) {
            X509Certificate certificate = CertificateFile.read(file).get(0);
            String serial = CertificateFile.serial(certificate);
            if (serials.contains(serial) && file.getParent().equals(directory.path())) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "certificate " + serial + " is in use: "
                                + (file.endsWith(SecurityDirectory.CA_CERTIFICATE)
                                        ? "it is that of the CA, which is changed as docs/security.md says"
                                        : "replace it first by 'sss security node " + CertificateFile.name(certificate)
                                                + " --renew'"));
            }
            names.put(serial, CertificateFile.name(certificate));
        }
        return serials.stream()
                .filter(serial -> !before.contains(serial))
                .sorted()
                .map(serial -> serial + " " + names.getOrDefault(serial, "replaced") + " "
                        + Instant.now().truncatedTo(ChronoUnit.SECONDS))
                .toList();
    }

    private static List<TokenEntry> without(List<TokenEntry> before, Set<String> ids) {
        for (String id : ids) {
            TokenEntry found = before.stream()
                    .filter(token -> token.id().equals(id))
                    .findFirst()
                    .orElseThrow(() -> new SssException(
                            ErrorCode.NOT_FOUND,
                            "there is no token or certificate " + id + "; 'sss security list' lists them"));
            if (found.role() == Role.NODE) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "token " + id + " is that of the nodes; they could not work without it;"
                                + " 'sss security node-token' replaces it");
            }
        }
        return before.stream().filter(token -> !ids.contains(token.id())).toList();
    }
}
