package org.sss.server.security;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.FileRights;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenFile;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;

/**
 * A directory with what a node needs to authenticate itself and others. Directories have mode 0700 and files 0600;
 * files are replaced as a whole. Immutable; changes of the table by several processes exclude each other.
 *
 * <pre>
 *   realm         identifies the cluster for clients
 *   tokens        the table, without the secrets of clients: see {@link TokensText}
 *   node.token    by which nodes authenticate if there is no TLS
 *   ca.crt        certificates of the CA, if there is TLS
 *   node.crt      certificate of this node
 *   node.key
 *   revoked       serial numbers of certificates of nodes that are not accepted any more, one a line, with a comment
 * </pre>
 *
 * With TLS off loopback, what follows is in a directory of the administrator, which the user of the nodes cannot read:
 * the code of jobs runs as that user. Otherwise it is in the same directory.
 *
 * <pre>
 *   admin.token   a token file for the administrator
 *   ca.key        key of the CA
 *   nodes/NAME    the files of each node, to copy to its security directory
 *   published     path of the security directory of node 0 on this machine, if there is one
 * </pre>
 */
public final class SecurityDirectory {
    public static final String REALM = "realm";
    public static final String TOKENS = "tokens";
    public static final String ADMIN_TOKEN = "admin.token";
    public static final String NODE_TOKEN = "node.token";
    public static final String CA_CERTIFICATE = "ca.crt";
    public static final String CA_KEY = "ca.key";
    public static final String NODE_CERTIFICATE = "node.crt";
    public static final String NODE_KEY = "node.key";
    public static final String REVOKED = "revoked";
    /** Files of nodes, in the administrator's directory. */
    public static final String NODES = "nodes";

    private static final String PUBLISHED = "published";
    private static final String COORDINATOR = NODES + "/node-0";
    private static final String LOCK = "lock";

    private final Path directory;

    private SecurityDirectory(Path directory) {
        this.directory = directory;
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it does not exist, or other users have rights to it
     */
    public static SecurityDirectory open(Path directory) {
        if (!Files.isDirectory(directory) && !Files.notExists(directory)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot read the security directory " + directory + ": it is not a directory, or this"
                            + " user may not enter a directory above it; run this as the user of the nodes");
        }
        if (!Files.isDirectory(directory)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "there is no security directory " + directory
                            + "; on node 0 of a new cluster, make it by 'sss security init'; on other nodes, copy the "
                            + "files that 'sss security node' has"
                            + " made on node 0; commands find it by --dir (docs/security.md)");
        }
        try {
            FileRights.ofThisProcess().exposureOfAll(directory).ifPresent(why -> {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "cannot use the security directory " + why);
            });
        } catch (IOException e) {
            throw failed("read", directory, e);
        }
        return new SecurityDirectory(directory);
    }

    /** @throws SssException {@link ErrorCode#ALREADY_EXISTS} if there is a security directory */
    public static void checkNew(Path directory) {
        if (Files.exists(directory.resolve(REALM))) {
            throw exists(directory, null);
        }
    }

    private static SssException exists(Path directory, Exception cause) {
        return new SssException(
                ErrorCode.ALREADY_EXISTS, "there is a security directory " + directory + " already", cause);
    }

    /** As {@link #create(Path, Consumer)}, with a token of nodes, for a cluster without TLS. */
    public static SecurityDirectory create(Path directory) {
        return create(directory, SecurityDirectory::replaceNodeToken);
    }

    /**
     * Makes a directory with a realm and an administrator's token. Either it is complete, or there is none.
     *
     * @param more adds files
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if there is one
     */
    public static SecurityDirectory create(Path directory, Consumer<SecurityDirectory> more) {
        try {
            if (directory.getParent() != null) {
                Files.createDirectories(directory.getParent());
            }
            Path temporary = Files.createDirectory(
                    directory.resolveSibling(directory.getFileName() + ".new-" + UUID.randomUUID()),
                    PrivateFiles.DIRECTORY);
            SecurityDirectory made = new SecurityDirectory(temporary);
            try {
                made.fill();
                more.accept(made);
                Files.move(temporary, directory, StandardCopyOption.ATOMIC_MOVE); // fails if it exists and has files
                return new SecurityDirectory(directory);
            } catch (FileSystemException e) {
                if (Files.isDirectory(directory)) {
                    throw exists(directory, e);
                }
                throw e;
            } finally {
                delete(temporary);
            }
        } catch (AccessDeniedException e) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "cannot make " + directory + ": this user may not write to " + directory.getParent()
                            + "; run this as a user who may, or, as root, make a directory for this user: install -d "
                            + "-m 700 -o USER DIR",
                    e);
        } catch (IOException e) {
            throw failed("make", directory, e);
        }
    }

    private void fill() {
        String realm = Token.newRealm();
        Token admin = Token.random(realm);
        write(REALM, realm + "\n");
        write(ADMIN_TOKEN, new TokenFile(List.of(new TokenFile.Entry(admin, List.of()))).text());
        writeTokens(List.of(TokenEntry.of(
                admin, "admin", Role.ADMIN, List.of(), Principal.DEFAULT_SHARE, System.currentTimeMillis(), 0)));
    }

    /**
     * Makes another token of the nodes, in place of the one that there may be. Nodes that run use it for their next
     * connections.
     */
    public void replaceNodeToken() {
        Token token = Token.random(realm());
        TokenEntry added = TokenEntry.of(token, "nodes", Role.NODE, List.of(), 100, System.currentTimeMillis(), 0);
        changeTokens(before -> Stream.concat(
                        before.stream().filter(entry -> entry.role() != Role.NODE), Stream.of(added))
                .toList());
        write(NODE_TOKEN, new TokenFile(List.of(new TokenFile.Entry(token, List.of()))).text());
    }

    private static void delete(Path directory) throws IOException {
        if (Files.exists(directory)) {
            try (Stream<Path> all = Files.walk(directory)) {
                for (Path file : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(file);
                }
            }
        }
    }

    /** Opens it, or makes it if it does not exist, for a cluster without TLS. Several processes may do so at once. */
    public static SecurityDirectory openOrCreate(Path directory) {
        if (!Files.isDirectory(directory)) {
            try {
                return create(directory);
            } catch (SssException e) {
                if (e.code() != ErrorCode.ALREADY_EXISTS) {
                    throw e;
                }
            }
        }
        SecurityDirectory opened = open(directory);
        if (Files.notExists(opened.file(NODE_TOKEN))) { // the cluster has used TLS
            opened.replaceNodeToken();
        }
        return opened;
    }

    public Path path() {
        return directory;
    }

    public Path file(String name) {
        return directory.resolve(name);
    }

    /** Returns whether it has the certificate of a CA, so that the cluster can use TLS. */
    public boolean hasAuthority() {
        return Files.exists(file(CA_CERTIFICATE));
    }

    public String realm() {
        return read(REALM).strip();
    }

    public Path adminTokenFile() {
        return file(ADMIN_TOKEN);
    }

    public TokenFile adminToken() {
        return TokenFile.read(adminTokenFile());
    }

    public TokenFile nodeToken() {
        return TokenFile.read(file(NODE_TOKEN));
    }

    /**
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the line that is not an entry, or if a newer version
     * of SSS has written it
     */
    public List<TokenEntry> tokens() {
        return TokensText.entries(read(TOKENS), file(TOKENS));
    }

    /** Replaces the table of tokens by what {@code change} makes of it. */
    public void changeTokens(UnaryOperator<List<TokenEntry>> change) {
        try {
            PrivateFiles.locked(file(LOCK), () -> writeTokens(change.apply(tokens())));
        } catch (IOException e) {
            throw failed("change", file(TOKENS), e);
        }
    }

    /**
     * Sets where the security directory of node 0 is, and makes it.
     *
     * @param owner a user of the machine, or null for that of this process
     */
    public void publishTo(Path directory, String owner) {
        try {
            if (Files.exists(directory)) {
                throw new SssException(ErrorCode.ALREADY_EXISTS, directory + " exists; name a directory that does not");
            }
            Path made = Files.createDirectory(directory, PrivateFiles.DIRECTORY);
            if (owner != null) {
                Files.setOwner(
                        made,
                        made.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName(owner));
            }
            write(PUBLISHED, directory + "\n");
        } catch (IOException e) {
            throw failed("make", directory, e);
        }
    }

    /**
     * In the administrator's directory, copies what has changed to the files of node 0, and to its security directory
     * if that is on this machine. Files are complete, and have their owner, before they get their names there: the code
     * of jobs may change that directory.
     *
     * @return that directory, or that of the files to copy to node 0, or null if this is the security directory of a
     *     node
     */
    public Path publish() {
        Path files = file(COORDINATOR);
        if (!Files.isDirectory(files)) {
            return null;
        }
        copy(REALM, COORDINATOR + "/" + REALM);
        copy(TOKENS, COORDINATOR + "/" + TOKENS);
        if (Files.exists(file(REVOKED))) {
            copy(REVOKED, COORDINATOR + "/" + REVOKED);
        }
        if (Files.notExists(file(PUBLISHED))) {
            return files;
        }
        Path node = Path.of(read(PUBLISHED).strip());
        try (Stream<Path> all = Files.list(files)) {
            for (Path file : all.toList()) {
                PrivateFiles.place(file, node.resolve(file.getFileName()), file(PUBLISHED + ".new"));
            }
        } catch (IOException e) {
            throw failed("copy the files of node 0 to", node, e);
        }
        return node;
    }

    /** Returns the serial numbers of the certificates of nodes that are not accepted any more, in hex. */
    public Set<String> revoked() {
        return Files.notExists(file(REVOKED))
                ? Set.of()
                : read(REVOKED)
                        .lines()
                        .map(line -> line.strip().split("\\s+")[0])
                        .filter(serial -> !serial.isEmpty())
                        .collect(Collectors.toSet());
    }

    /**
     * Adds certificates to those that are not accepted any more.
     *
     * @param lines a serial number each, and a comment after it
     */
    public void addRevoked(List<String> lines) {
        try {
            PrivateFiles.locked(
                    file(LOCK),
                    () -> write(
                            REVOKED,
                            (Files.exists(file(REVOKED)) ? read(REVOKED) : "") + String.join("\n", lines) + "\n"));
        } catch (IOException e) {
            throw failed("change", file(REVOKED), e);
        }
    }

    private void writeTokens(List<TokenEntry> entries) {
        write(TOKENS, TokensText.of(entries));
    }

    /** Replaces a file as a whole. Only its owner can read it. */
    public void write(String name, String text) {
        writeTo(file(name), text);
    }

    /** Replaces a file anywhere as a whole. Only its owner can read it. */
    public void writeTo(Path file, String text) {
        try {
            PrivateFiles.replace(file, text);
        } catch (IOException e) {
            throw failed("write", file, e);
        }
    }

    /** Makes a directory below this one, with those above it, if it does not exist. */
    public void makeDirectory(String name) {
        try {
            Files.createDirectories(file(name), PrivateFiles.DIRECTORY);
        } catch (IOException e) {
            throw failed("make", file(name), e);
        }
    }

    /** Deletes a file if it exists. */
    public void delete(String name) {
        try {
            Files.deleteIfExists(file(name));
        } catch (IOException e) {
            throw failed("delete", file(name), e);
        }
    }

    public void copy(String from, String to) {
        write(to, read(from));
    }

    private String read(String name) {
        try {
            return Files.readString(file(name));
        } catch (IOException e) {
            throw failed("read", file(name), e);
        }
    }

    private static SssException failed(String what, Path file, IOException e) {
        return new SssException(ErrorCode.STORAGE, "cannot " + what + " " + file + ": " + e, e);
    }
}
