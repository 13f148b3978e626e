package org.sss.net.auth;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Unauthenticated;
import org.sss.net.transport.NodeAddress;

/**
 * The tokens of a user, one for each cluster, as read from a file. Immutable.
 *
 * <pre>
 *   # comment
 *   sss1.REALM.ID.SECRET                 a token
 *   -----BEGIN CERTIFICATE-----          the CA of its cluster, if that uses TLS
 *   ...
 * </pre>
 */
public final class TokenFile {
    /** No tokens, on purpose: for clusters without security, to which nothing is encrypted. */
    public static final TokenFile NONE = new TokenFile(List.of());

    public static final int MAX_BYTES = 1 << 20;
    private static final String VARIABLE = "SSS_TOKEN_FILE";
    private static final byte[] NO_TRANSCRIPT = {};
    private static final String CERTIFICATE_START = "-----BEGIN CERTIFICATE-----";
    private static final String CERTIFICATE_END = "-----END CERTIFICATE-----";

    private final List<Entry> entries;

    /**
     * A token and how to recognise its cluster.
     *
     * @param authorities the CA of its cluster, or several during a change; empty if the cluster does not use TLS
     */
    public record Entry(Token token, List<X509Certificate> authorities) {
        public Entry {
            authorities = List.copyOf(authorities);
        }
    }

    public TokenFile(List<Entry> entries) {
        this.entries = List.copyOf(entries);
    }

    /**
     * Returns where the tokens of this user are: the file that {@code SSS_TOKEN_FILE} names, else {@code sss/token} in
     * {@code XDG_CONFIG_HOME}, else {@code ~/.config/sss/token}. Empty for a user without a home directory, as in many
     * containers.
     */
    public static Optional<Path> location() {
        return location(System.getenv(), System.getProperty("user.home"));
    }

    /** @param userHome that of Java, which is {@code ?} for users without an entry in the list of users */
    static Optional<Path> location(Map<String, String> environment, String userHome) {
        String named = environment.getOrDefault(VARIABLE, "");
        if (!named.isEmpty()) {
            return Optional.of(Path.of(named));
        }
        String config = environment.getOrDefault("XDG_CONFIG_HOME", "");
        String home = environment.getOrDefault("HOME", "");
        Path directory = !config.isEmpty() ? Path.of(config) : Path.of(home.isEmpty() ? userHome : home, ".config");
        boolean isKnown = !config.isEmpty() || !home.isEmpty() || directory.isAbsolute();
        return isKnown ? Optional.of(directory.resolve("sss").resolve("token")) : Optional.empty();
    }

    /** Returns why {@link #ofUser} may have no token for a cluster: text to append to an error, or nothing. */
    public static String hint() {
        if (isOff(System.getenv())) {
            return "; SSS_SECURITY=off is set, so this client ignores its tokens";
        }
        Path file = location().orElse(null);
        if (file == null) {
            return "; this user has no home directory";
        }
        if (Files.notExists(file)) {
            return "; there is no file " + file;
        }
        try {
            TokenFile read = read(file);
            return read.entries().isEmpty()
                    ? "; there is no token in " + file
                    : read.authorities().isEmpty() ? "; the tokens in " + file + " are for clusters without TLS" : "";
        } catch (SssException e) {
            return "; " + e.getMessage();
        }
    }

    private static boolean isOff(Map<String, String> environment) {
        return "off".equals(environment.get("SSS_SECURITY"));
    }

    /**
     * Reads the tokens of this user. {@link #NONE} if {@code SSS_SECURITY} is {@code off}; empty if there is no file at
     * the default location, as the first cluster that the user starts makes it.
     *
     * @throws SssException as {@link #read}, also if {@code SSS_TOKEN_FILE} names a file that does not exist
     */
    public static TokenFile ofUser() {
        return ofUser(System.getenv(), System.getProperty("user.home"));
    }

    static TokenFile ofUser(Map<String, String> environment, String userHome) {
        if (isOff(environment)) {
            return NONE;
        }
        Path file = location(environment, userHome).orElse(null);
        return file == null || Files.notExists(file) && !isNamed(environment) ? new TokenFile(List.of()) : read(file);
    }

    private static boolean isNamed(Map<String, String> environment) {
        return !environment.getOrDefault(VARIABLE, "").isEmpty();
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with file and line if it cannot be read, is not a token
     *     file, or can be read by other users
     */
    public static TokenFile read(Path file) {
        try {
            if (Files.isDirectory(file)) {
                throw invalid(file, "it is a directory", null);
            }
            checkRights(file);
            if (Files.size(file) > MAX_BYTES) {
                throw invalid(file, "it has more than " + MAX_BYTES + " bytes", null);
            }
            return parse(Files.readAllLines(file, StandardCharsets.UTF_8), file);
        } catch (NoSuchFileException e) {
            throw invalid(file, "it does not exist; correct or unset " + VARIABLE, e);
        } catch (AccessDeniedException e) {
            throw invalid(file, "this user may not read it", e);
        } catch (IOException e) {
            throw invalid(file, e.toString(), e);
        }
    }

    private static void checkRights(Path file) throws IOException {
        try {
            FileRights.ofThisProcess().exposure(file).ifPresent(why -> {
                throw invalid(file, why, null);
            });
        } catch (UnsupportedOperationException e) {
            // not a file system with rights
        }
    }

    private static TokenFile parse(List<String> lines, Path file) {
        List<Entry> entries = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            try {
                if (line.equals(CERTIFICATE_START)) {
                    int end = i;
                    while (end < lines.size() && !lines.get(end).strip().equals(CERTIFICATE_END)) {
                        end++;
                    }
                    add(entries, certificate(lines.subList(i, Math.min(lines.size(), end + 1))));
                    i = end;
                } else {
                    entries.add(new Entry(Token.parse(line), List.of()));
                }
            } catch (SssException | CertificateException e) {
                throw invalid(file, "line " + (i + 1) + ": " + e.getMessage(), e);
            }
        }
        return new TokenFile(entries);
    }

    private static void add(List<Entry> entries, X509Certificate certificate) throws CertificateException {
        if (entries.isEmpty()) {
            throw new CertificateException("a certificate must come after the token of its cluster");
        }
        Entry last = entries.remove(entries.size() - 1);
        List<X509Certificate> authorities = new ArrayList<>(last.authorities());
        authorities.add(certificate);
        entries.add(new Entry(last.token(), authorities));
    }

    private static X509Certificate certificate(List<String> lines) throws CertificateException {
        byte[] pem = (String.join("\n", lines) + "\n").getBytes(StandardCharsets.US_ASCII);
        return (X509Certificate)
                CertificateFactory.getInstance("X.509").generateCertificate(new ByteArrayInputStream(pem));
    }

    private static SssException invalid(Path file, String why, Exception cause) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "cannot use the token file " + file + ": " + why, cause);
    }

    public List<Entry> entries() {
        return entries;
    }

    /** Returns the CAs of all clusters. */
    public List<X509Certificate> authorities() {
        return entries.stream().flatMap(entry -> entry.authorities().stream()).toList();
    }

    /**
     * Returns whether a node at {@code address} must prove that it knows a token. Clusters without TLS use tokens on
     * loopback only.
     */
    boolean isFor(NodeAddress address) {
        return entries.stream().anyMatch(entry -> !entry.authorities().isEmpty() || address.loopback());
    }

    /**
     * Checks that nothing would be sent to another machine without TLS, unless that is wanted.
     *
     * @throws SssException {@link ErrorCode#UNAUTHENTICATED} with what to do
     */
    void checkMayConnect(NodeAddress address) {
        if (this != NONE && authorities().isEmpty() && !address.loopback()) {
            throw new SssException(
                    ErrorCode.UNAUTHENTICATED,
                    "nothing is sent to " + address + ", which is another machine, without TLS, and no"
                            + " token file with the CA of its cluster was found; " + Unauthenticated.REMEDY
                            + ". If the cluster runs with security = off,"
                            + " set SSS_SECURITY=off");
        }
    }

    /**
     * Loads what a proof needs: on a busy machine that takes seconds, and the listener's time for a proof starts with
     * the connection.
     */
    void prepareProofs() {
        for (Entry entry : entries) {
            entry.token().keys().proof(NO_TRANSCRIPT);
        }
    }

    /** Returns the token for a cluster. */
    Optional<Token> token(String realm) {
        return entry(realm).map(Entry::token);
    }

    /** Returns the token for a cluster, with its CAs. */
    Optional<Entry> entry(String realm) {
        return entries.stream()
                .filter(entry -> entry.token().realm().equals(realm))
                .findFirst();
    }

    /** Returns the text of the file, which is secret. */
    public String text() {
        StringBuilder text = new StringBuilder();
        for (Entry entry : entries) {
            text.append(entry.token().text()).append('\n');
            for (X509Certificate authority : entry.authorities()) {
                text.append(pem(authority));
            }
        }
        return text.toString();
    }

    private static String pem(X509Certificate certificate) {
        try {
            return CERTIFICATE_START + "\n"
                    + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(certificate.getEncoded()) + "\n"
                    + CERTIFICATE_END + "\n";
        } catch (CertificateException e) {
            throw new IllegalStateException("a certificate that was read has an encoding", e);
        }
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return entries.stream().map(Entry::token).toList().toString();
    }
}
