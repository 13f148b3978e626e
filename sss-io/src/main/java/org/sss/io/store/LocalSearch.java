package org.sss.io.store;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Resolves a path, a directory or a glob to local files, by name. A directory stands for the files in it. As in a
 * shell, names that start with a dot must be written explicitly, and links to directories are followed, but not below
 * {@code **}. Stateless.
 */
final class LocalSearch {
    private static final String CHECK_PATH = "check the path";

    private LocalSearch() {}

    /** @throws SssException NOT_FOUND or INVALID_ARGUMENT if there is no readable file */
    static List<Path> files(String argument) {
        return files(argument, Path.of("").toAbsolutePath().normalize());
    }

    /** @param here base directory of relative paths; its names are never globs, whatever their characters */
    static List<Path> files(String argument, Path here) {
        try {
            Path given = Path.of(argument);
            Path path = here.resolve(given).normalize();
            if (Files.isDirectory(path)) {
                return found(
                        argument,
                        entries(path).filter(entry -> !isHidden(entry)),
                        "it is a directory without files;" + " for files in its subdirectories use '" + argument
                                + "/**'");
            }
            if (Files.exists(path)) {
                return List.of(checked(path));
            }
            int glob = firstGlob(path, given.isAbsolute() ? 0 : namesOf(here, path));
            if (glob < 0) {
                throw new SssException(ErrorCode.NOT_FOUND, "file '" + argument + "' does not exist; check the path");
            }
            return matches(argument, path, glob);
        } catch (IOException | RuntimeException e) {
            throw e instanceof SssException known
                    ? known
                    : new SssException(
                            ErrorCode.INVALID_ARGUMENT, "the files of '" + argument + "' cannot be listed: " + e, e);
        }
    }

    private static List<Path> matches(String argument, Path pattern, int glob) throws IOException {
        Path base = glob == 0 ? pattern.getRoot() : pattern.getRoot().resolve(pattern.subpath(0, glob));
        if (!Files.isDirectory(base)) {
            throw none(argument, CHECK_PATH);
        }
        int depth = argument.contains("**") ? Integer.MAX_VALUE : pattern.getNameCount() - glob;
        Path wanted = pattern.subpath(glob, pattern.getNameCount());
        PathMatcher matcher = Globs.matcher(wanted.toString());
        boolean hidden = ("/" + wanted).contains("/.");
        return found(
                argument,
                below(base, depth, levels(wanted), hidden, !argument.contains("**"))
                        .filter(file -> matcher.matches(base.relativize(file))),
                CHECK_PATH);
    }

    /**
     * Returns a matcher per depth, down to the first part of the glob that can match several levels; other directories
     * are not searched.
     */
    private static List<PathMatcher> levels(Path wanted) {
        List<PathMatcher> levels = new ArrayList<>();
        for (Path part : wanted) {
            String name = part.toString();
            if (name.contains("**")
                    || name.chars().filter(c -> c == '{').count()
                            != name.chars().filter(c -> c == '}').count()) {
                break;
            }
            levels.add(Globs.matcher(name));
        }
        return levels;
    }

    /**
     * @param levels matchers of the first levels; below them all names match
     * @param links whether links to directories are followed; with unlimited depth they could form cycles
     */
    private static Stream<Path> below(
            Path directory, int depth, List<PathMatcher> levels, boolean hidden, boolean links) throws IOException {
        List<Path> all = new ArrayList<>();
        for (Path entry :
                entries(directory).filter(entry -> hidden || !isHidden(entry)).toList()) {
            if (!levels.isEmpty() && !levels.get(0).matches(entry.getFileName())) {
                continue;
            }
            all.add(entry);
            if (depth > 1 && Files.isDirectory(entry) && (links || !Files.isSymbolicLink(entry))) {
                below(entry, depth - 1, levels.subList(Math.min(1, levels.size()), levels.size()), hidden, links)
                        .forEach(all::add);
            }
        }
        return all.stream();
    }

    private static Stream<Path> entries(Path directory) throws IOException {
        try (Stream<Path> entries = Files.list(directory)) {
            return entries.toList().stream();
        }
    }

    private static boolean isHidden(Path file) {
        return file.getFileName().toString().startsWith(".");
    }

    /** @param why reason for an empty result, and the remedy */
    private static List<Path> found(String argument, Stream<Path> candidates, String why) {
        List<Path> files = candidates
                .filter(Files::isRegularFile)
                .sorted(Comparator.comparing(Path::toString))
                .toList();
        if (files.isEmpty()) {
            throw none(argument, why);
        }
        return files.stream().map(LocalSearch::checked).toList();
    }

    private static SssException none(String argument, String why) {
        return new SssException(ErrorCode.NOT_FOUND, "no file matches '" + argument + "'; " + why);
    }

    /** Returns how many leading names of {@code path} are those of {@code here}. */
    private static int namesOf(Path here, Path path) {
        int common = 0;
        while (common < Math.min(here.getNameCount(), path.getNameCount())
                && here.getName(common).equals(path.getName(common))) {
            common++;
        }
        return common;
    }

    private static int firstGlob(Path path, int from) {
        for (int i = from; i < path.getNameCount(); i++) {
            if (Globs.first(path.getName(i).toString()) >= 0) {
                return i;
            }
        }
        return -1;
    }

    private static Path checked(Path file) {
        if (!Files.isRegularFile(file)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "file '" + file + "' is not a regular file; copy its content"
                            + " to a file first, or import it from standard input ('-')");
        }
        if (!Files.isReadable(file)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "file '" + file + "' cannot be read by this user; change its" + " permissions");
        }
        return file;
    }
}
