package org.sss.net.block;

import com.github.luben.zstd.util.Native;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Loads the native library of zstd-jni, once per process. Otherwise stateless. */
public final class ZstdLibrary {
    private static final String FILE_PROPERTY = "ZstdNativePath";
    private static final String FOLDER_PROPERTY = "ZstdTempFolder";
    private static final Throwable FAILURE = load();

    private ZstdLibrary() {}

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if it cannot be loaded; lists the possible remedies */
    public static void check() {
        if (FAILURE != null) {
            String reason = FAILURE.toString().lines().findFirst().orElse("");
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "Zstd blocks need the native library of zstd-jni, which this process"
                            + " cannot load (" + reason + "); add its jar to the class path, set -D" + FOLDER_PROPERTY
                            + "=DIR (default java.io.tmpdir) to a directory that"
                            + " is writable and not mounted noexec, or -D" + FILE_PROPERTY
                            + "=FILE to a library built for this"
                            + " system, and start Java with --enable-native-access=ALL-UNNAMED; or write the group "
                            + "with LZ4, which needs no"
                            + " native library",
                    FAILURE);
        }
    }

    private static Throwable load() {
        try {
            if (System.getProperty(FILE_PROPERTY) != null) {
                Native.load();
            } else {
                loadCopy();
            }
            return null;
        } catch (IOException | LinkageError | RuntimeException e) {
            return e;
        }
    }

    /**
     * Into a separate directory, so that the copy can be deleted at once: deletion at exit would not happen if the
     * process is killed.
     */
    private static void loadCopy() throws IOException {
        String folder = System.getProperty(FOLDER_PROPERTY, System.getProperty("java.io.tmpdir"));
        Path directory = Files.createTempDirectory(Path.of(folder), "sss-zstd");
        try {
            Native.load(directory.toFile());
        } finally {
            File[] copies = directory.toFile().listFiles();
            for (File copy : copies == null ? new File[0] : copies) {
                Files.deleteIfExists(copy.toPath());
            }
            Files.deleteIfExists(directory);
        }
    }
}
