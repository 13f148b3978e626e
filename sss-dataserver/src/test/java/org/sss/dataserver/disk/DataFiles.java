package org.sss.dataserver.disk;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** What lies in a data directory. Stateless. */
public final class DataFiles {
    private DataFiles() {}

    /** Names of the files of a group, sorted; none when it has no directory. */
    public static List<String> ofGroup(Path directory, long group) {
        try (Stream<Path> files = Files.list(directory.resolve("groups").resolve(Long.toString(group)))) {
            return files.map(f -> f.getFileName().toString()).sorted().toList();
        } catch (NoSuchFileException e) {
            return List.of();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** All files below the directory whose names end in {@code .tmp}. */
    public static List<Path> temporary(Path directory) {
        try (Stream<Path> files = Files.walk(directory)) {
            return files.filter(f -> f.toString().endsWith(".tmp")).toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Segment files below the directory that this process has open. */
    public static long openIn(Path directory) {
        try (Stream<Path> handles = Files.list(Path.of("/proc/self/fd"))) {
            return handles.map(DataFiles::target)
                    .filter(file -> file.startsWith(directory.toString()))
                    .filter(file -> file.endsWith(".sss"))
                    .count();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String target(Path handle) {
        try {
            return Files.readSymbolicLink(handle).toString();
        } catch (IOException e) {
            return ""; // closed since it was listed
        }
    }

    /** Dropped groups that are not deleted yet. */
    public static List<Path> trash(Path directory) {
        try (Stream<Path> files = Files.list(directory.resolve("groups"))) {
            return files.filter(f -> f.getFileName().toString().startsWith(".trash-"))
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
