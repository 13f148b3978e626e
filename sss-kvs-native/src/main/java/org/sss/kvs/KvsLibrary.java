package org.sss.kvs;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Loads libsss-kvs.so: the file named by {@code -Dsss.kvs.library=PATH}, else the copy in the jar, through a private temporary
 * file that is deleted once it is loaded. Thread-safe by a lock.
 */
final class KvsLibrary {
    static final String PROPERTY = "sss.kvs.library";

    private static boolean loaded; // guarded by the class

    private KvsLibrary() {}

    /** Before the first native call. Not in a static initialiser, which would turn the error into one without a message. */
    static synchronized void require() {
        if (!loaded) {
            load();
            loaded = true;
        }
    }

    private static void load() {
        String given = System.getProperty(PROPERTY, "");
        if (given.isEmpty()) {
            loadFromJar();
        } else {
            link(Path.of(given).toAbsolutePath(), "it is named by the property " + PROPERTY);
        }
    }

    private static void loadFromJar() {
        String name = "native/" + platform() + "/libsss-kvs.so";
        try (InputStream in = KvsLibrary.class.getResourceAsStream(name)) {
            if (in == null) {
                throw failure("this jar has no " + name + "; build the module on this platform (mvn package), or set -D"
                        + PROPERTY + "=PATH to a libsss-kvs.so for it", null);
            }
            loadCopy(in);
        } catch (IOException e) {
            throw failure("cannot copy " + name + " to " + System.getProperty("java.io.tmpdir") + ": " + e
                    + "; set -Djava.io.tmpdir=DIR to a writable directory, or -D" + PROPERTY + "=PATH", e);
        }
    }

    private static void loadCopy(InputStream in) throws IOException {
        Path directory = Files.createTempDirectory("sss-kvs");
        Path copy = directory.resolve("libsss-kvs.so");
        try {
            Files.copy(in, copy);
            link(copy, "if the file system is mounted noexec, set -Djava.io.tmpdir=DIR to another, or -D" + PROPERTY
                    + "=PATH; libz and libbz2 must be installed (Debian: zlib1g, libbz2-1.0)");
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
        String system = System.getProperty("os.name").toLowerCase(java.util.Locale.ROOT);
        return system + "-" + ("amd64".equals(arch) ? "x86_64" : arch);
    }

    private static KvsException failure(String detail, Throwable cause) {
        return new KvsException(KvsError.LIBRARY, null, detail, cause);
    }
}
