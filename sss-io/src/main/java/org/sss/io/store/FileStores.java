package org.sss.io.store;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The stores of a process or node, by the scheme of a path. Thread-safe. */
public final class FileStores {
    /** Of a path with a scheme; the second character distinguishes it from the drive of a Windows path. */
    private static final Pattern SCHEME = Pattern.compile("([a-zA-Z][a-zA-Z0-9+.-]+)://.*", Pattern.DOTALL);

    private final String where;
    private final FileStore local;
    /** By scheme. Guarded by this. */
    private final Map<String, FileStore> others = new HashMap<>();

    private static final class OfProcess {
        static final FileStores STORES = new FileStores("this machine", FileAccess.ANY);
    }

    /**
     * @param where  the process, for messages, such as {@code node 2}
     * @param access to local files
     */
    public FileStores(String where, FileAccess access) {
        this.where = where;
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

    /**
     * Returns the store of a path.
     *
     * @throws SssException NOT_FOUND if no connector for its scheme is installed
     */
    public FileStore of(String path) {
        String scheme = scheme(path);
        return scheme.isEmpty() ? local : other(scheme, path);
    }

    private synchronized FileStore other(String scheme, String path) {
        FileStore known = others.get(scheme);
        if (known != null) {
            return known;
        }
        for (StoreProvider provider : ServiceLoader.load(StoreProvider.class, StoreProvider.class.getClassLoader())) {
            if (provider.scheme().equals(scheme)) {
                FileStore store = provider.create();
                others.put(scheme, store);
                return store;
            }
        }
        throw new SssException(
                ErrorCode.NOT_FOUND,
                "no connector '" + scheme + "' on " + where + " for '" + path + "'; unpack sss-" + scheme
                        + ".tar.gz into ext/");
    }
}
