package org.sss.io.store;

import java.nio.file.Files;
import java.util.Collection;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The stores of a process or node, by the scheme of a path. Thread-safe. */
public final class FileStores {
    private static final Logger LOG = LoggerFactory.getLogger(FileStores.class);
    /** Of a path with a scheme; the second character distinguishes it from the drive of a Windows path. */
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+)://.*", Pattern.DOTALL);

    /** In a query, or before the name of a host. Names of files have these words, too, but not "=" after them. */
    private static final Pattern SECRET = Pattern.compile("(?is)[a-z][a-z0-9+.-]+://(?:[^/]*@.*"
            + "|.*[?&;](?:[a-z0-9_-]*(?:secret|password|passwd|token|signature|credential|access-?key-?id))=.*)");

    private final StoreHost host;
    private final FileStore local;
    /** By scheme. Guarded by this. */
    private final Map<String, FileStore> others = new HashMap<>();

    private static final class OfProcess {
        static final FileStores STORES = new FileStores(StoreHost.ofProcess(), FileAccess.ANY);
    }

    /** @param access to local files */
    public FileStores(StoreHost host, FileAccess access) {
        this.host = host;
        local = new LocalFiles(access);
    }

    /** Returns the stores of a client: any local file, and the connectors of this process. */
    public static FileStores ofProcess() {
        return OfProcess.STORES;
    }

    /** Returns the stores that a context or sink of a task gives; without one, those of this process. */
    public static FileStores of(Object task) {
        return FileAccess.of(task).stores();
    }

    /** Returns whether the path is one of the machine, not of another store. */
    public static boolean isLocal(String path) {
        return scheme(path).isEmpty();
    }

    /** Returns what stands before {@code ://} in lower case; empty for a local path. */
    public static String scheme(String path) {
        Matcher matcher = SCHEME.matcher(path);
        return matcher.matches() ? matcher.group(1).toLowerCase(Locale.ROOT) : "";
    }

    /** Returns the schemes of those of these paths that are not local. */
    public static Set<String> schemes(Collection<String> paths) {
        return paths.stream()
                .map(FileStores::scheme)
                .filter(scheme -> !scheme.isEmpty())
                .collect(Collectors.toSet());
    }

    /**
     * Returns the store of a path.
     *
     * @throws SssException NOT_FOUND if no connector for its scheme is installed; FORBIDDEN for a path with a
     *     password
     */
    public FileStore of(String path) {
        String scheme = scheme(path);
        if (scheme.isEmpty()) {
            return local;
        }
        if (SECRET.matcher(path).matches()) {
            // The path is not shown.
            throw new SssException(
                    ErrorCode.FORBIDDEN,
                    "a path " + scheme + "://... has a user, a password or a key in it, which everybody would see who"
                            + " sees the job; write it without, and the secret into a file of secrets.dir of the"
                            + " nodes");
        }
        return other(scheme, path);
    }

    /** Lets the stores that have left files in an earlier process clean up. For the start of a node. */
    public void recover() {
        if (host.state() != null && Files.isDirectory(host.state())) {
            Connectors.ofProcess().load(StoreProvider.class).stream()
                    .map(StoreProvider::scheme)
                    .filter(scheme -> Files.isDirectory(host.state().resolve(scheme)))
                    .forEach(this::recover);
        }
    }

    private void recover(String scheme) {
        try {
            other(scheme, scheme + "://");
        } catch (SssException e) {
            LOG.warn(
                    "Connector '{}' cannot clean up what an earlier process may have left: {}", scheme, e.getMessage());
        }
    }

    private synchronized FileStore other(String scheme, String path) {
        FileStore known = others.get(scheme);
        if (known != null) {
            return known;
        }
        Connectors.ofProcess().load(StoreProvider.class, each -> {
            if (each.provider().scheme().equals(scheme) && !others.containsKey(scheme)) {
                StoreSettings settings = new StoreSettings(scheme, host, each.settings(scheme));
                others.put(scheme, each.provider().create(settings));
            }
        });
        FileStore found = others.get(scheme);
        if (found == null) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "no connector '" + scheme + "' on " + host.where() + " for '" + path + "'; unpack sss-" + scheme
                            + ".tar.gz into ext/");
        }
        return found;
    }
}
