package org.sss.io.exec;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.sss.net.control.Nearest;

/** The directories in which a command without a slash is searched. Immutable. */
public final class SearchPath {
    private final List<Path> directories = new ArrayList<>();

    /** @param path value of the variable PATH; null means empty */
    SearchPath(String path) {
        for (String name : (path == null ? "" : path).split(File.pathSeparator)) {
            try {
                directories.add(Path.of(name));
            } catch (InvalidPathException e) {
                // The system does not find anything there, either.
            }
        }
    }

    /** Returns the search path of this process. */
    public static SearchPath ofThisProcess() {
        return new SearchPath(System.getenv("PATH"));
    }

    /** Returns whether there is an executable of that name, which has no slash. */
    public boolean has(String command) {
        return directories.stream().anyMatch(directory -> isExecutable(directory, command));
    }

    private static boolean isExecutable(Path directory, String command) {
        try {
            Path file = directory.resolve(command);
            return Files.isExecutable(file) && Files.isRegularFile(file);
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns {@code " (did you mean 'python3'?)"} for an error message, or an empty string. */
    public String hint(String command) {
        return Nearest.hint(command, directories.stream().flatMap(SearchPath::names));
    }

    private static Stream<String> names(Path directory) {
        try (Stream<Path> files = Files.list(directory)) {
            return files
                    .filter(Files::isExecutable)
                    .map(file -> file.getFileName().toString())
                    .toList()
                    .stream();
        } catch (IOException | UncheckedIOException e) {
            return Stream.empty();
        }
    }
}
