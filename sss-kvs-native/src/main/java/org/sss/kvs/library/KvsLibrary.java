package org.sss.kvs.library;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Loads libsss-kvs.so: the file named by {@code -Dsss.kvs.library=PATH}, else the copy in the jar, through a private
 * temporary file that is deleted once it is loaded. Where the temporary directory is mounted noexec or cannot be
 * written, another directory does. Thread-safe by a lock.
 */
public final class KvsLibrary {
    static final String PROPERTY = "sss.kvs.library";
    private static final String TEMPORARY = "java.io.tmpdir";

    private static boolean loaded; // guarded by the class
    private static Path copiedTo; // guarded by the class

    private KvsLibrary() {}

    /** Call it before the first native call. Not a static initialiser, in which the error would lose its message. */
    public static void require() {
        load(null);
    }

    /**
     * Loads the library unless it is loaded: from {@code java.io.tmpdir}, {@code directory}, or {@code .cache} in the
     * home directory of the user, whichever works first.
     *
     * @param directory of the caller's, which is created, or null
     * @return where the copy was that could be loaded; null when a property names the library
     * @throws KvsException {@link KvsError#LIBRARY} with what failed in each directory, and the properties that may
     *     help
     */
    public static synchronized Path load(Path directory) {
        if (!loaded) {
            String given = System.getProperty(PROPERTY, "");
            if (given.isEmpty()) {
                copiedTo = loadFromJar(directory);
            } else {
                link(Path.of(given).toAbsolutePath(), "it is named by the property " + PROPERTY);
            }
            loaded = true;
        }
        return copiedTo;
    }

    private static Path loadFromJar(Path directory) {
        String name = "native/" + platform() + "/libsss-kvs.so";
        if (KvsLibrary.class.getResource(name) == null) {
            throw failure(
                    isSupported()
                            ? "this jar has no " + name + "; build the module on this platform (mvn package), or set -D"
                                    + PROPERTY + "=PATH to a libsss-kvs.so for it"
                            : "it exists for Linux only, and this is " + system(),
                    null);
        }
        Throwable first = null;
        StringBuilder tried = new StringBuilder();
        for (Path candidate : candidates(directory)) {
            try {
                loadCopy(name, candidate);
                return candidate;
            } catch (IOException | UnsatisfiedLinkError e) {
                tried.append(tried.isEmpty() ? "" : "; ")
                        .append(candidate)
                        .append(": ")
                        .append(e);
                first = first == null ? e : first;
            }
        }
        throw failure(
                "a copy of " + name + " cannot be loaded from any of these directories: " + tried + ". Set -D"
                        + TEMPORARY + "=DIR to a directory that can be written and is not mounted noexec, or -D"
                        + PROPERTY + "=PATH to the library itself",
                first);
    }

    private static List<Path> candidates(Path directory) {
        List<Path> candidates = new ArrayList<>(List.of(Path.of(System.getProperty(TEMPORARY))));
        if (directory != null) {
            candidates.add(directory);
        }
        candidates.add(Path.of(System.getProperty("user.home"), ".cache"));
        return candidates;
    }

    /**
     * A temporary directory that is not there is an error of the caller that set it, so only the others are created.
     */
    private static void loadCopy(String name, Path parent) throws IOException {
        if (!parent.equals(Path.of(System.getProperty(TEMPORARY)))) {
            Files.createDirectories(parent);
        }
        Path directory = Files.createTempDirectory(parent, "sss-kvs");
        Path copy = directory.resolve("libsss-kvs.so");
        try (InputStream in = KvsLibrary.class.getResourceAsStream(name)) {
            Files.copy(in, copy);
            System.load(copy.toAbsolutePath().toString());
        } finally {
            Files.deleteIfExists(copy);
            Files.deleteIfExists(directory);
        }
    }

    private static void link(Path library, String hint) {
        try {
            System.load(library.toString());
        } catch (UnsatisfiedLinkError e) {
            throw failure(e.getMessage() + "; " + hint, e);
        }
    }

    /** The directory name that native/build.sh uses: {@code uname -m} after the system's name. */
    private static String platform() {
        String arch = System.getProperty("os.arch");
        return system().toLowerCase(Locale.ROOT) + "-" + ("amd64".equals(arch) ? "x86_64" : arch);
    }

    private static String system() {
        return System.getProperty("os.name");
    }

    /** Returns whether this is Linux, or a property names a library for this system. */
    public static boolean isSupported() {
        return system().equals("Linux") || !System.getProperty(PROPERTY, "").isEmpty();
    }

    private static KvsException failure(String detail, Throwable cause) {
        return new KvsException(KvsError.LIBRARY, null, detail, cause);
    }
}
