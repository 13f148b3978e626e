package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.measure.Cleanup;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;

/** A new directory for the files of one run, which is deleted at its end, also by Ctrl-C. One thread at a time. */
final class WorkDirectory implements AutoCloseable {
    private static final String OPTION = "dir";

    private final Path path;
    private final Cleanup.Entry cleanup;

    private WorkDirectory(Path path) {
        this.path = path;
        cleanup = Cleanup.atExit(() -> DiskSpace.deleteBesideOthers(path));
    }

    static void describe(Options options) {
        Help.option(options, OPTION, "DIR", "where a directory for the files of the run is made (" + parent() + ")");
    }

    static WorkDirectory of(Call call) throws IOException {
        Path parent = call.has(OPTION) ? Path.of(call.required(OPTION)) : parent();
        Files.createDirectories(parent);
        // The real path, as the system names open files by it.
        return new WorkDirectory(Files.createTempDirectory(parent.toRealPath(), "sss-bench-"));
    }

    private static Path parent() {
        return Path.of(System.getProperty("java.io.tmpdir"));
    }

    Path path() {
        return path;
    }

    @Override
    public void close() {
        cleanup.run();
    }
}
