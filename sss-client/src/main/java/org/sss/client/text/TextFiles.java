package org.sss.client.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.Sources;
import org.sss.io.StandardInput;

/**
 * Text files, concatenated to one sequence of bytes that can be split into ranges. The end of a file ends its last
 * line, also without a newline. Immutable.
 */
public final class TextFiles {
    /**
     * @param start      position of the file's first byte in the sequence
     * @param sequential whether it must be read from its start: it is compressed, or the standard input
     */
    public record Part(Path file, long start, long bytes, boolean sequential) {}

    private final List<Part> parts;
    private final long totalBytes;
    private final boolean asText;

    private TextFiles(List<Part> parts, long totalBytes, boolean asText) {
        this.parts = parts;
        this.totalBytes = totalBytes;
        this.asText = asText;
    }

    /** @throws SssException NOT_FOUND or INVALID_ARGUMENT for the first file that cannot be read or is not text */
    public static TextFiles of(List<Path> files) {
        return of(files, false);
    }

    /** @param asText whether to read the files as plain text, without detecting compressed or binary files */
    public static TextFiles of(List<Path> files, boolean asText) {
        if (files.isEmpty()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "no files to import; name at least one");
        }
        List<Part> parts = new ArrayList<>();
        long start = 0;
        for (Path file : files) {
            long bytes = checkedSize(file);
            parts.add(new Part(file, start, bytes, StandardInput.is(file) || !asText && Sources.isCompressed(file)));
            start += bytes;
        }
        return new TextFiles(List.copyOf(parts), start, asText);
    }

    public List<Part> parts() {
        return parts;
    }

    /** Returns true if any file must be read from its start. */
    public boolean sequential() {
        return parts.stream().anyMatch(Part::sequential);
    }

    /** Returns true if the files are read as plain text, without detecting compressed or binary files. */
    public boolean asText() {
        return asText;
    }

    public long totalBytes() {
        return totalBytes;
    }

    /** Returns 0 for the standard input. */
    private static long checkedSize(Path file) {
        if (StandardInput.is(file)) {
            return 0;
        }
        if (!Files.exists(file)) {
            throw new SssException(
                    ErrorCode.NOT_FOUND,
                    "file '" + file + "' does not exist; nothing was imported," + " check the path");
        }
        if (Files.isDirectory(file)) {
            throw refused(file, "is a directory; name the files in it, for example " + file + "/*.txt");
        }
        if (!Files.isRegularFile(file)) {
            throw refused(
                    file,
                    "is not a regular file; copy its content to a file first, or import it from standard input ('-')");
        }
        if (!Files.isReadable(file)) {
            throw refused(file, "cannot be read by this user; change its permissions");
        }
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw refused(file, "cannot be read: " + e);
        }
    }

    private static SssException refused(Path file, String why) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' " + why + " (nothing was imported)");
    }
}
