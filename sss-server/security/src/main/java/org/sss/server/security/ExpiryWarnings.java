package org.sss.server.security;

import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenEntry;

/** What ends within the next days, of what a node knows. Immutable. */
final class ExpiryWarnings {
    private static final Logger LOG = LoggerFactory.getLogger(ExpiryWarnings.class);

    private final SecurityDirectory directory;
    private final boolean hasCertificate;
    private final Supplier<List<TokenEntry>> tokens;

    /** @param tokens of the cluster, at the coordinator; elsewhere empty */
    ExpiryWarnings(SecurityDirectory directory, boolean hasCertificate, Supplier<List<TokenEntry>> tokens) {
        this.directory = directory;
        this.hasCertificate = hasCertificate;
        this.tokens = tokens;
    }

    /**
     * @throws SssException INVALID_ARGUMENT with the date if a node has a certificate that is not valid now, so that no
     * peer would accept it
     */
    static void check(Path file, Instant now) {
        X509Certificate certificate = CertificateFile.read(file).get(0);
        Instant start = certificate.getNotBefore().toInstant();
        Instant end = certificate.getNotAfter().toInstant();
        if (now.isBefore(start)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the certificate of this node, " + file + ", is valid from " + start
                            + " on, and the clock of this machine shows " + now + "; set the clock");
        }
        if (now.isAfter(end)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "the certificate of this node, " + file + ", " + Expiry.text(end, now)
                            + "; make another one by 'sss security node " + CertificateFile.name(certificate)
                            + " --renew' in the administrator's directory,"
                            + " and copy it here (docs/security.md)");
        }
    }

    /**
     * Returns one sentence for each certificate and token that ends soon; those of tokens that have ended are left out.
     */
    List<String> at(Instant now) {
        return endings(now).stream()
                .filter(ending -> Expiry.isSoon(ending.end, now))
                .map(ending -> ending.what + " " + Expiry.text(ending.end, now) + "; " + ending.remedy)
                .toList();
    }

    /** Returns what ends first of each kind: {@code certificate}, {@code ca}, {@code token}. */
    Map<String, Instant> first(Instant now) {
        return endings(now).stream()
                .collect(Collectors.toMap(Ending::kind, Ending::end, (a, b) -> a.isBefore(b) ? a : b, TreeMap::new));
    }

    private record Ending(String kind, String what, Instant end, String remedy) {}

    private List<Ending> endings(Instant now) {
        List<Ending> endings = new ArrayList<>();
        if (hasCertificate) {
            X509Certificate own = CertificateFile.read(directory.file(SecurityDirectory.NODE_CERTIFICATE))
                    .get(0);
            endings.add(new Ending(
                    "certificate",
                    "the certificate of " + CertificateFile.name(own),
                    own.getNotAfter().toInstant(),
                    "renew it by 'sss security node " + CertificateFile.name(own) + " --renew'"));
            CertificateFile.read(directory.file(SecurityDirectory.CA_CERTIFICATE))
                    .forEach(authority -> endings.add(new Ending(
                            "ca",
                            "the certificate of the CA (" + CertificateFile.name(authority) + ")",
                            authority.getNotAfter().toInstant(),
                            "change the CA (docs/security.md)")));
        }
        tokens.get().stream()
                .filter(token -> token.expiresMillis() != 0 && !token.isExpired(now.toEpochMilli()))
                .forEach(token -> endings.add(new Ending(
                        "token",
                        token + (token.label().isEmpty() ? "" : " (" + token.label() + ")"),
                        Instant.ofEpochMilli(token.expiresMillis()),
                        "make another one by 'sss security token'")));
        return endings;
    }

    void log() {
        try {
            at(Instant.now()).forEach(LOG::warn);
        } catch (SssException e) {
            LOG.warn("Cannot check what expires: {}", e.getMessage());
        }
    }
}
