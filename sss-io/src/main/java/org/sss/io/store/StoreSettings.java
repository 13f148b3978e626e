package org.sss.io.store;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What a connector finds in a process: its settings, which are in the file {@code NAME.properties} beside its jars, and
 * secrets, which are in files that only the user of the process can read. Immutable.
 *
 * <p>A setting may also be a system property {@code sss.NAME.KEY}. Jobs and clients have no part in either: they name
 * files, and each process has its own rights.
 */
public final class StoreSettings {
    private static final long MAX_SECRET_BYTES = 64 << 10;
    private static final Set<PosixFilePermission> OF_OTHERS = PosixFilePermissions.fromString("---rwxrwx");

    private final String connector;
    private final StoreHost host;
    private final Properties file;

    StoreSettings(String connector, StoreHost host, Properties file) {
        this.connector = connector;
        this.host = host;
        this.file = file;
    }

    /** Returns the process, for messages, such as {@code node 2}. */
    public String where() {
        return host.where();
    }

    /** @throws SssException INVALID_ARGUMENT if the file of the connector has another key */
    public void check(Set<String> keys) {
        for (String key : file.stringPropertyNames()) {
            if (!keys.contains(key)) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "unknown setting '" + key + "' of connector '" + connector + "' on " + where() + "; known are "
                                + String.join(", ", keys.stream().sorted().toList())
                                + " (secrets are in " + secretsDirectory() + ")");
            }
        }
    }

    /** Returns a setting. */
    public Optional<String> text(String key) {
        String property = System.getProperty("sss." + connector + "." + key);
        return Optional.ofNullable(property != null ? property : file.getProperty(key))
                .map(String::strip);
    }

    /** Returns a variable of the environment of the process. */
    public Optional<String> environment(String name) {
        return Optional.ofNullable(host.environment().get(name)).filter(value -> !value.isEmpty());
    }

    /** Returns where {@link #secret} looks, for messages. */
    public String secretsDirectory() {
        return host.secrets() == null
                ? "the directory of secrets (setting secrets.dir of a node)"
                : host.secrets().toString();
    }

    /**
     * Returns the lines {@code NAME=VALUE} of a file in the directory of secrets; empty if there is no such file.
     *
     * @throws SssException FORBIDDEN if other users may read it; INVALID_ARGUMENT for a name with a slash
     */
    public Optional<Map<String, String>> secret(String name) {
        if (name.isEmpty() || name.contains("/") || name.startsWith(".")) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + name + "' is no name of a file of secrets; use letters, digits and hyphens");
        }
        if (host.secrets() == null) {
            return Optional.empty();
        }
        Path path = host.secrets().resolve(name);
        if (!Files.exists(path)) {
            return Optional.empty();
        }
        try {
            checkPrivate(path);
            return Optional.of(read(path));
        } catch (IOException | IllegalArgumentException e) {
            // Without the cause, which may have a line of the file.
            throw new SssException(
                    ErrorCode.FORBIDDEN,
                    "the file of secrets " + path + " on " + where() + " cannot be read; it needs lines NAME=VALUE, and"
                            + " this user as its owner");
        }
    }

    private void checkPrivate(Path path) throws IOException {
        Set<PosixFilePermission> rights = Files.getPosixFilePermissions(path);
        if (rights.stream().anyMatch(OF_OTHERS::contains)) {
            throw new SssException(
                    ErrorCode.FORBIDDEN,
                    "the file of secrets " + path + " on " + where() + " may be used by other users ("
                            + PosixFilePermissions.toString(rights) + "); run: chmod 600 " + path);
        }
    }

    private static Map<String, String> read(Path path) throws IOException {
        if (Files.size(path) > MAX_SECRET_BYTES) {
            throw new IOException("too large");
        }
        Properties lines = new Properties();
        try (InputStream in = Files.newInputStream(path)) {
            lines.load(in);
        }
        Map<String, String> values = new HashMap<>();
        lines.stringPropertyNames()
                .forEach(key -> values.put(key, lines.getProperty(key).strip()));
        return values;
    }

    /** Returns the directory of the connector's own files, which outlive the process; empty in clients. */
    public Optional<Path> stateDirectory() {
        return Optional.ofNullable(host.state()).map(all -> all.resolve(connector));
    }

    /** Without secrets. */
    @Override
    public String toString() {
        return "connector '" + connector + "' on " + where();
    }
}
