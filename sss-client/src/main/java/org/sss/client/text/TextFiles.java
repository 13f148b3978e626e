package org.sss.client.text;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.Sources;

/**
 * Text files one after another, as one sequence of bytes that can be cut into ranges. Each file ends its last line, also
 * when there is no newline. Immutable.
 */
public final class TextFiles {
    /**
     * @param start      position of the file's first byte in the whole sequence
     * @param compressed whether its lines are not those of its bytes
     */
    public record Part(Path file, long start, long bytes, boolean compressed) {
    }

    private final List<Part> parts;
    private final long totalBytes;

    private TextFiles(List<Part> parts, long totalBytes) {
        this.parts = parts;
        this.totalBytes = totalBytes;
    }

    /** @throws SssException NOT_FOUND or INVALID_ARGUMENT naming the first file that cannot be read, or is no text */
    public static TextFiles of(List<Path> files) {
        return of(files, false);
    }

    /** @param asText to take the files as they are, whatever they begin with: none is decompressed, none refused */
    public static TextFiles of(List<Path> files, boolean asText) {
        if (files.isEmpty()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "no file to import: name at least one");
        }
        List<Part> parts = new ArrayList<>();
        long start = 0;
        for (Path file : files) {
            long bytes = checkedSize(file);
            parts.add(new Part(file, start, bytes, !asText && Sources.isCompressed(file)));
            start += bytes;
        }
        return new TextFiles(List.copyOf(parts), start);
    }

    public List<Part> parts() {
        return parts;
    }

    /** Whether the lines of any are not those of its bytes. */
    public boolean compressed() {
        return parts.stream().anyMatch(Part::compressed);
    }

    public long totalBytes() {
        return totalBytes;
    }

    private static long checkedSize(Path file) {
        if (!Files.exists(file)) {
            throw new SssException(ErrorCode.NOT_FOUND, "file '" + file + "' does not exist; nothing was imported,"
                    + " check the path");
        }
        if (Files.isDirectory(file)) {
            throw refused(file, "is a directory; name the files in it, for example " + file + "/*.txt");
        }
        if (!Files.isRegularFile(file)) {
            throw refused(file, "is not a regular file; copy what it delivers to a file first");
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
