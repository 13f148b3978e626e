package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.Report;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** Where the report of a run goes. Stateless. */
final class OutDirectory {
    static final String OPTION = "out";
    private static final DateTimeFormatter NAME = DateTimeFormatter.ofPattern("yyyy-MM-dd-HHmmss");

    /** Writes the pictures of a report. */
    interface Pictures {
        /** @return their names */
        List<String> write(Path directory) throws IOException;
    }

    private OutDirectory() {}

    static void describe(Options options) {
        Help.option(options, OPTION, "DIR", "where CSV, JSON, Markdown and plots go (bench-results/ and the time)");
    }

    /** Creates it. */
    static Path of(Call call) throws IOException {
        return Files.createDirectories(path(call));
    }

    private static Path path(Call call) {
        return call.has(OPTION)
                ? Path.of(call.required(OPTION))
                : Path.of("bench-results", NAME.format(LocalDateTime.now(ZoneId.systemDefault())));
    }

    /**
     * Before anything is measured: a directory where no report can be written is not to be found out hours later.
     *
     * @throws UsageException when it is not a directory, and none can be made there
     */
    static void check(Call call) {
        Path out = path(call);
        Path there = out.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new UsageException("the report cannot be written to " + out + ", as " + there
                    + (Files.isDirectory(there) ? " is not writable" : " is not a directory")
                    + "; name another directory with --" + OPTION);
        }
    }

    /**
     * Writes the files of a report, then prints it: also when the disk has no room for the files.
     *
     * @param head with the {@code machine}
     */
    static void write(Call call, Map<String, Object> head, Report<?> report, Pictures pictures) throws IOException {
        Path out;
        try {
            out = of(call);
            report.write(out, head);
            report.writeMarkdown(out, head, write(pictures, out, call));
        } catch (IOException | RuntimeException e) {
            print(call, head, report);
            throw e;
        }
        print(call, head, report);
        if (!call.console().json()) {
            String warning = Machine.warning((Map<?, ?>) head.get("machine"));
            if (warning != null) {
                call.console().line(warning); // not a note: a report of several sections has what they printed
            }
            call.console().note("CSV, JSON, Markdown and plots: " + out);
        }
    }

    private static void print(Call call, Map<String, Object> head, Report<?> report) {
        if (call.console().json()) {
            call.console().json(report.document(head));
        } else {
            report.print(call.console());
        }
    }

    /** Without fonts there are no plots, and numbers that took an hour are worth more than those. */
    private static List<String> write(Pictures pictures, Path out, Call call) throws IOException {
        try {
            return pictures.write(out);
        } catch (RuntimeException | LinkageError | InternalError e) {
            call.console()
                    .note("no plots: " + e
                            + " (a Java without fonts? On Debian: apt-get install fontconfig fonts-dejavu-core)");
            return List.of();
        }
    }
}
