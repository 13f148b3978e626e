package org.sss.cli.security;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Command;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;
import org.sss.net.auth.TokenEntry;
import org.sss.server.security.CertificateFile;
import org.sss.server.security.Expiry;
import org.sss.server.security.SecurityDirectory;

/** {@code sss security list}. */
public final class SecurityList implements Command {
    /**
     * A token without its keys.
     *
     * @param use {@code file}: in a token file; {@code http}: in a header of HTTP
     */
    private record ListedToken(
            String id,
            String label,
            String role,
            String use,
            List<String> groups,
            int share,
            String created,
            String expires) {
        static ListedToken of(TokenEntry token) {
            return new ListedToken(
                    token.id(),
                    token.label(),
                    token.role().toString(),
                    token.isForHttp() ? "http" : "file",
                    token.groups().stream().map(prefix -> prefix + "*").toList(),
                    token.share(),
                    day(token.createdMillis()),
                    token.expiresMillis() == 0
                            ? "never"
                            : token.isExpired(System.currentTimeMillis()) ? "expired" : day(token.expiresMillis()));
        }

        private static String day(long millis) {
            return Instant.ofEpochMilli(millis).truncatedTo(ChronoUnit.MINUTES).toString();
        }
    }

    private record ListedCertificate(String name, String serial, String expires, String file) {
        static ListedCertificate of(X509Certificate certificate, Path file, Set<String> revoked) {
            return new ListedCertificate(
                    CertificateFile.name(certificate),
                    CertificateFile.serial(certificate),
                    revoked.contains(CertificateFile.serial(certificate))
                            ? "revoked"
                            : certificate
                                    .getNotAfter()
                                    .toInstant()
                                    .truncatedTo(ChronoUnit.MINUTES)
                                    .toString(),
                    file.toString());
        }
    }

    @Override
    public void describe(Options options) {
        SecurityInit.describeDirectory(options);
    }

    @Override
    public int run(Call call) {
        call.args();
        SecurityDirectory directory = SecurityInit.existing(call);
        Console console = call.console();
        List<ListedToken> tokens =
                directory.tokens().stream().map(ListedToken::of).toList();
        List<ListedCertificate> certificates = new ArrayList<>();
        List<String> warnings = new ArrayList<>();
        Set<String> revoked = directory.revoked();
        Instant now = Instant.now();
        directory.tokens().stream()
                .filter(token -> token.expiresMillis() != 0 && !token.isExpired(now.toEpochMilli()))
                .filter(token -> Expiry.isSoon(Instant.ofEpochMilli(token.expiresMillis()), now))
                .forEach(token ->
                        warnings.add(token + " " + Expiry.text(Instant.ofEpochMilli(token.expiresMillis()), now)));
        for (Path file : files(directory)) {
            for (X509Certificate certificate : CertificateFile.read(file)) {
                ListedCertificate listed = ListedCertificate.of(certificate, file, revoked);
                certificates.add(listed);
                Instant end = certificate.getNotAfter().toInstant();
                if (Expiry.isSoon(end, now) && !revoked.contains(CertificateFile.serial(certificate))) {
                    boolean isAuthority = file.endsWith(SecurityDirectory.CA_CERTIFICATE);
                    warnings.add("the certificate of " + listed.name() + " " + Expiry.text(end, now) + "; "
                            + (isAuthority
                                    ? "see 'Renew a token or a certificate' in docs/security.md"
                                    : "'sss security node " + listed.name() + " --renew' makes another one"));
                }
            }
        }
        if (console.json()) {
            console.json(Map.of("realm", directory.realm(), "tokens", tokens, "certificates", certificates));
            return 0;
        }
        print(console, tokens, certificates);
        warnings.forEach(console::note);
        return 0;
    }

    private static void print(Console console, List<ListedToken> tokens, List<ListedCertificate> certificates) {
        Table table = new Table("TOKEN", "LABEL", "ROLE", "USE", "GROUPS", "SHARE", "CREATED", "EXPIRES");
        tokens.forEach(token -> table.row(
                token.id(),
                token.label(),
                token.role(),
                token.use(),
                token.groups().isEmpty() ? "all" : String.join(",", token.groups()),
                token.share() + " %",
                token.created(),
                token.expires()));
        table.print(console);
        if (!certificates.isEmpty()) {
            console.line("");
            Table second = new Table("CERTIFICATE", "SERIAL", "EXPIRES", "FILE");
            certificates.forEach(c -> second.row(c.name(), c.serial(), c.expires(), c.file()));
            second.print(console);
        }
    }

    /** The certificates in a directory. */
    static List<Path> files(SecurityDirectory directory) {
        List<Path> files = new ArrayList<>();
        for (String name : List.of(SecurityDirectory.CA_CERTIFICATE, SecurityDirectory.NODE_CERTIFICATE)) {
            if (Files.exists(directory.file(name))) {
                files.add(directory.file(name));
            }
        }
        Path nodes = directory.file(SecurityDirectory.NODES);
        if (Files.isDirectory(nodes)) {
            try (Stream<Path> all = Files.list(nodes)) {
                all.map(node -> node.resolve(SecurityDirectory.NODE_CERTIFICATE))
                        .filter(Files::exists)
                        .sorted()
                        .forEach(files::add);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return files;
    }
}
