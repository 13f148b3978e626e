package org.sss.server.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.FileRights;
import org.sss.net.auth.Token;
import org.sss.net.auth.TokenEntry;
import org.sss.net.auth.TokenFile;
import org.sss.net.peer.Principal;
import org.sss.net.peer.Role;
import org.sss.net.rpc.Json;

/**
 * A directory with what a node needs to authenticate itself and others. Directories have mode 0700 and files 0600; files
 * are replaced as a whole. Immutable; changes of the table by several processes exclude each other.
 *
 * <pre>
 *   realm         identifies the cluster for clients
 *   tokens        the table: one JSON object a line, without secrets
 *   admin.token   a token file for the administrator
 *   node.token    by which nodes authenticate if there is no TLS
 *   ca.crt        certificates of the CA, if there is TLS
 *   ca.key        only where certificates are made
 *   node.crt      certificate of this node
 *   node.key
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
    private static final String LOCK = "lock";

    private final Path directory;

    private SecurityDirectory(Path directory) {
        this.directory = directory;
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it does not exist, or other users have rights to it */
    public static SecurityDirectory open(Path directory) {
        if (!Files.isDirectory(directory) && !Files.notExists(directory)) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "cannot read the security directory " + directory + ": it is not a directory, or this"
                    + " user may not enter a directory above it; run this as the user of the nodes");
        }
        if (!Files.isDirectory(directory)) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "there is no security directory " + directory
                    + "; on node 0 of a new cluster, make it by 'sss security init'; on other nodes, copy the files that 'sss security node' has"
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

    /** As {@link #create(Path, Consumer)}, with nothing more. */
    public static SecurityDirectory create(Path directory) {
        return create(directory, made -> { });
    }

    /**
     * Makes a directory with a realm, an administrator's token and a token of nodes. Either it is complete, or there is none.
     *
     * @param more adds files
     * @throws SssException {@link ErrorCode#ALREADY_EXISTS} if there is one
     */
    public static SecurityDirectory create(Path directory, Consumer<SecurityDirectory> more) {
        try {
            if (directory.getParent() != null) {
                Files.createDirectories(directory.getParent());
            }
            Path temporary = Files.createDirectory(directory.resolveSibling(directory.getFileName() + ".new-" + UUID.randomUUID()),
                    PrivateFiles.DIRECTORY);
            SecurityDirectory made = new SecurityDirectory(temporary);
            try {
                made.fill();
                more.accept(made);
                Files.move(temporary, directory, StandardCopyOption.ATOMIC_MOVE); // fails if it exists and has files
                return new SecurityDirectory(directory);
            } catch (FileSystemException e) {
                if (Files.isDirectory(directory)) {
                    throw new SssException(ErrorCode.ALREADY_EXISTS, "there is a security directory " + directory + " already", e);
                }
                throw e;
            } finally {
                made.deleteFiles();
            }
        } catch (IOException e) {
            throw failed("make", directory, e);
        }
    }

    private void fill() {
        String realm = Token.newRealm();
        Token admin = Token.random(realm);
        Token node = Token.random(realm);
        long now = System.currentTimeMillis();
        write(REALM, realm + "\n");
        write(ADMIN_TOKEN, new TokenFile(List.of(new TokenFile.Entry(admin, List.of()))).text());
        write(NODE_TOKEN, new TokenFile(List.of(new TokenFile.Entry(node, List.of()))).text());
        writeTokens(List.of(TokenEntry.of(admin, "admin", Role.ADMIN, List.of(), Principal.DEFAULT_SHARE, now, 0),
                TokenEntry.of(node, "nodes", Role.NODE, List.of(), 100, now, 0)));
    }

    private void deleteFiles() throws IOException {
        if (Files.exists(directory)) {
            try (DirectoryStream<Path> files = Files.newDirectoryStream(directory)) {
                for (Path file : files) {
                    Files.delete(file);
                }
            }
            Files.delete(directory);
        }
    }

    /** Opens it, or makes it if it does not exist. Several processes may do so at once. */
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
        return open(directory);
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

    public TokenFile adminToken() {
        return TokenFile.read(file(ADMIN_TOKEN));
    }

    public TokenFile nodeToken() {
        return TokenFile.read(file(NODE_TOKEN));
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} with the line that is not an entry */
    public List<TokenEntry> tokens() {
        List<TokenEntry> entries = new ArrayList<>();
        int line = 0;
        for (String text : read(TOKENS).split("\n")) {
            line++;
            if (!text.isBlank()) {
                entries.add(entry(text, line));
            }
        }
        return entries;
    }

    private TokenEntry entry(String text, int line) {
        try {
            return Json.read(text.getBytes(UTF_8), TokenEntry.class, "line " + line);
        } catch (SssException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "line " + line + " of " + file(TOKENS) + " is not a token; remove the line,"
                    + " and make the token again by 'sss security token'", e);
        }
    }

    /** Replaces the table of tokens by what {@code change} makes of it. */
    public void changeTokens(UnaryOperator<List<TokenEntry>> change) {
        try {
            PrivateFiles.locked(file(LOCK), () -> writeTokens(change.apply(tokens())));
        } catch (IOException e) {
            throw failed("change", file(TOKENS), e);
        }
    }

    private void writeTokens(List<TokenEntry> entries) {
        StringBuilder text = new StringBuilder();
        entries.forEach(entry -> text.append(new String(Json.write(entry), UTF_8)).append('\n'));
        write(TOKENS, text.toString());
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
