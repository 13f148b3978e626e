package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.benchmarks.report.Machine;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** Where the report of a run goes. Stateless. */
final class OutDirectory {
    static final String OPTION = "out";

    /** Writes the plots of a report. */
    interface Plots {
        void write() throws IOException;
    }

    /** Writes the files of a report. */
    interface ToFiles {
        void write(ReportDirectory out) throws IOException;
    }

    /** Measures. */
    interface Measuring {
        void run() throws Exception;
    }

    /** Makes a report of rows. */
    interface Report<R> {
        /** @param failure what ended the run before its end, or null */
        void of(List<R> rows, String failure) throws IOException;
    }

    private OutDirectory() {
    }

    static void describe(Options options) {
        Help.option(options, OPTION, "DIR", "where CSV, JSON, Markdown and plots go (bench-results/ and the time)");
    }

    static ReportDirectory of(Call call) throws IOException {
        return ReportDirectory.create(call.has(OPTION) ? Path.of(call.required(OPTION)) : ReportDirectory.byDefault());
    }

    /**
     * Before anything is measured: a place where no report can be written is not to be found out hours later.
     *
     * @throws UsageException when it is not a directory, and none can be made there
     */
    static void check(Call call) {
        Path out = call.has(OPTION) ? Path.of(call.required(OPTION)) : ReportDirectory.byDefault();
        Path there = out.toAbsolutePath();
        while (there.getParent() != null && !Files.exists(there)) {
            there = there.getParent();
        }
        if (!Files.isDirectory(there) || !Files.isWritable(there)) {
            throw new UsageException("the report cannot be written to " + out + ", as " + there
                    + (Files.isDirectory(there) ? " is not writable" : " is not a directory") + "; name another directory with --" + OPTION);
        }
    }

    /** The head of a report that has no other place for what ended the run, or null. */
    static Map<String, Object> with(Map<String, Object> head, String failure) {
        if (failure == null) {
            return head;
        }
        Map<String, Object> all = new LinkedHashMap<>(head);
        all.put("failure", failure);
        return all;
    }

    /**
     * Writes the files of a report, then prints it: also when the disk has no room for the files.
     *
     * @param head     with the {@code machine}
     * @param what     the files are
     * @param text     prints it for people
     * @param document with {@code --json}
     */
    static void show(Call call, Map<String, Object> head, String what, ToFiles files, Consumer<Console> text,
            Supplier<Map<String, Object>> document) throws IOException {
        ReportDirectory out;
        try {
            out = of(call);
            files.write(out);
        } catch (IOException | RuntimeException e) {
            print(call.console(), text, document);
            throw e;
        }
        print(call.console(), text, document);
        if (!call.console().json()) {
            String warning = Machine.warning((Map<?, ?>) head.get("machine"));
            if (warning != null) {
                call.console().line(warning); // not a note: a report of several sections has what they printed
            }
            call.console().note(what + ": " + out.path());
        }
    }

    private static void print(Console console, Consumer<Console> text, Supplier<Map<String, Object>> document) {
        if (console.json()) {
            console.json(document.get());
        } else {
            text.accept(console);
        }
    }

    /** What ended a run, for the report of what was measured before. */
    private static String failure(Throwable e) {
        return e instanceof SssException known ? known.getMessage() : e.toString();
    }

    /**
     * Runs and reports; of a run that fails, what was measured before, perhaps for hours.
     *
     * @param rows that were measured so far
     */
    static <R> void reportAlsoFailure(Measuring run, Supplier<List<R>> rows, Report<R> report) throws Exception {
        try {
            run.run();
        } catch (Exception | OutOfMemoryError e) {
            if (!rows.get().isEmpty()) {
                reportFailure(rows.get(), e, report);
            }
            throw e;
        }
        report.of(rows.get(), null);
    }

    /** On a full disk, for example, there is no report either: that is not why the run failed. */
    private static <R> void reportFailure(List<R> rows, Throwable e, Report<R> report) {
        try {
            report.of(rows, failure(e));
        } catch (IOException | RuntimeException unreported) {
            e.addSuppressed(unreported);
        }
    }

    /** Without fonts there are no plots, and numbers that took an hour are worth more than those. */
    static void tryPlots(Call call, Plots plots) throws IOException {
        try {
            plots.write();
        } catch (RuntimeException | LinkageError | InternalError e) {
            call.console().note("no plots: " + e
                    + " (a Java without fonts? On Debian: apt-get install fontconfig fonts-dejavu-core)");
        }
    }
}
