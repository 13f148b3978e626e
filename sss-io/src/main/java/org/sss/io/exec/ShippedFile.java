package org.sss.io.exec;

import java.io.IOException;
import java.io.Serializable;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A file that is sent with the job to the directory of each process.
 *
 * @param name relative path there
 */
record ShippedFile(String name, boolean executable, byte[] content) implements Serializable {
    private static final long MAX_BYTES = 64L << 20;

    /**
     * Retains a relative path without {@code ..}; of other paths uses the last name. @throws SssException NOT_FOUND,
     * TOO_LARGE
     */
    static ShippedFile of(Path file) {
        try {
            long bytes = Files.size(file);
            if (bytes > MAX_BYTES) {
                throw new SssException(ErrorCode.TOO_LARGE, "file '" + file + "' has " + bytes + " bytes; files of up to "
                        + MAX_BYTES + " bytes can be shipped, put larger ones at the same path on all nodes");
            }
            return new ShippedFile(nameOf(file), Files.isExecutable(file), Files.readAllBytes(file));
        } catch (IOException e) {
            throw new SssException(ErrorCode.NOT_FOUND, "file '" + file + "' cannot be shipped: " + e + "; check the path", e);
        }
    }

    private static String nameOf(Path file) {
        Path path = file.normalize();
        boolean isRelative = !path.isAbsolute() && !path.startsWith("..");
        return (isRelative ? path : path.getFileName()).toString();
    }

    void writeTo(Path directory) throws IOException {
        Path file = directory.resolve(name);
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        if (executable && !file.toFile().setExecutable(true)) {
            throw new IOException("'" + file + "' cannot be made executable");
        }
    }
}
