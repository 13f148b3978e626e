package org.sss.io.exec;

import java.io.IOException;
import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A file that is sent with the job to the directory of each process.
 *
 * @param name    relative path there
 * @param archive whether it is unpacked as a directory of that name
 */
record ShippedFile(String name, boolean executable, boolean archive, byte[] content) implements Serializable {
    private static final long MAX_BYTES = 64L << 20;
    /** Longer files are no scripts. */
    private static final int MAX_SCRIPT_BYTES = 1 << 20;

    /**
     * Retains a relative path without {@code ..}; of other paths uses the last name. @throws SssException NOT_FOUND,
     * TOO_LARGE
     */
    static ShippedFile of(Path file) {
        return of(file, nameOf(file), false);
    }

    /**
     * Unpacks the file in a directory.
     *
     * @throws SssException NOT_FOUND, TOO_LARGE; INVALID_ARGUMENT if it is no archive, or the directory is outside
     */
    static ShippedFile ofArchive(Path file, String directory) {
        Path path = Path.of(directory).normalize();
        if (path.isAbsolute() || path.startsWith("..") || path.toString().isEmpty()) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + directory + "' is no directory to unpack '" + file
                            + "' in; give the name of a directory below the one in which the process runs");
        }
        ShippedFile shipped = of(file, path.toString(), true);
        Archive.check(file, shipped.content);
        return shipped;
    }

    private static ShippedFile of(Path file, String name, boolean archive) {
        try {
            long bytes = Files.size(file);
            if (bytes > MAX_BYTES) {
                throw new SssException(
                        ErrorCode.TOO_LARGE,
                        "file '" + file + "' has " + bytes + " bytes; files of up to " + MAX_BYTES
                                + " bytes can be shipped, put larger ones at the same path on all nodes");
            }
            return new ShippedFile(name, Files.isExecutable(file), archive, Files.readAllBytes(file));
        } catch (IOException e) {
            throw new SssException(
                    ErrorCode.NOT_FOUND, "file '" + file + "' cannot be shipped: " + e + "; check the path", e);
        }
    }

    private static String nameOf(Path file) {
        Path path = file.normalize();
        boolean isRelative = !path.isAbsolute() && !path.startsWith("..");
        return (isRelative ? path : path.getFileName()).toString();
    }

    /** Returns whether it is a script that contains the text. */
    boolean contains(String text) {
        return !archive
                && content.length <= MAX_SCRIPT_BYTES
                && new String(content, StandardCharsets.ISO_8859_1).contains(text);
    }

    void writeTo(Path directory) throws IOException {
        Path file = directory.resolve(name);
        if (archive) {
            Archive.unpack(content, file);
            return;
        }
        Files.createDirectories(file.getParent());
        Files.write(file, content);
        if (executable && !file.toFile().setExecutable(true)) {
            throw new IOException("'" + file + "' cannot be made executable");
        }
    }
}
