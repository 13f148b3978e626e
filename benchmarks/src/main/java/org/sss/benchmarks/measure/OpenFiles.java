package org.sss.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a process holds open. Stateless. */
public final class OpenFiles {
    private static final String DELETED = " (deleted)";

    private OpenFiles() {}

    /** Whether the process holds a file that was deleted below {@code directory}: its space is not free yet. */
    public static boolean holdsDeleted(long pid, Path directory) {
        try (DirectoryStream<Path> descriptors = Files.newDirectoryStream(Path.of("/proc", Long.toString(pid), "fd"))) {
            for (Path descriptor : descriptors) {
                String target = target(descriptor);
                if (target.startsWith(directory + "/") && target.endsWith(DELETED)) {
                    return true;
                }
            }
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path descriptor) {
        try {
            return Files.readSymbolicLink(descriptor).toString();
        } catch (IOException e) {
            return ""; // closed
        }
    }
}
