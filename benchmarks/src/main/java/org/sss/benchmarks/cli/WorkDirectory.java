package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.measure.Cleanup;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** A new directory for the files of one run, which is deleted at its end, also by Ctrl-C. One thread at a time. */
final class WorkDirectory implements AutoCloseable {
    static final String OPTION = "dir";

    private final Path path;
    private final Map<String, Path> media;
    private final Cleanup.Entry cleanup;

    /** @param media by name; empty if there is but one */
    private WorkDirectory(Path path, Map<String, Path> media) {
        this.path = path;
        this.media = media;
        List<Path> all = media.isEmpty() ? List.of(path) : List.copyOf(media.values());
        cleanup = Cleanup.atExit(() -> all.forEach(DiskSpace::deleteBesideOthers));
    }

    /** @param several whether media are compared */
    static void describe(Options options, boolean several) {
        Help.option(
                options,
                OPTION,
                several ? "[NAME=]DIR" : "DIR",
                "where a directory for the files of the run is made (" + parent() + ")"
                        + (several
                                ? "; given again, each case runs on each medium, as --dir ssd=DIR --dir hdd=DIR"
                                : ""));
    }

    static void check(Call call, boolean several) {
        List<NamedDirectory> all = NamedDirectory.all(call, OPTION);
        if (all.size() > 1 && !several) {
            throw new UsageException("this command takes one --" + OPTION + ": run it once for each");
        }
        if (all.size() > 1) {
            NamedDirectory.checked(call, OPTION);
        }
    }

    static WorkDirectory of(Call call) throws IOException {
        List<NamedDirectory> given = NamedDirectory.all(call, OPTION);
        if (given.size() < 2) {
            return new WorkDirectory(
                    in(given.isEmpty() ? parent() : given.get(0).path()), Map.of());
        }
        Map<String, Path> media = new LinkedHashMap<>();
        for (NamedDirectory one : given) {
            media.put(one.name(), in(one.path()));
        }
        return new WorkDirectory(media.values().iterator().next(), media);
    }

    private static Path in(Path parent) throws IOException {
        Files.createDirectories(parent);
        // The real path, as the system names open files by it.
        return Files.createTempDirectory(parent.toRealPath(), "sss-bench-");
    }

    private static Path parent() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    Path path() {
        return path;
    }

    /** By name, in the order in which they were given; empty if there is but one. */
    Map<String, Path> media() {
        return media;
    }

    @Override
    public void close() {
        cleanup.run();
    }
}
