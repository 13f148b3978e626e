package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.apache.commons.cli.Options;
import org.sss.api.SssException;
import org.sss.benchmarks.report.ReportDirectory;
import org.sss.client.cli.Call;
import org.sss.client.cli.Help;

/** Where the report of a run goes. Stateless. */
final class OutDirectory {
    static final String OPTION = "out";

    /** Writes the plots of a report. */
    interface Plots {
        void write() throws IOException;
    }

    /** Makes a report of rows. */
    interface Report<R> {
        void of(List<R> rows) throws IOException;
    }

    private OutDirectory() {
    }

    static void describe(Options options) {
        Help.option(options, OPTION, "DIR", "where CSV, JSON, Markdown and plots go (bench-results/ and the time)");
    }

    static ReportDirectory of(Call call) throws IOException {
        return ReportDirectory.create(call.has(OPTION) ? Path.of(call.required(OPTION)) : ReportDirectory.byDefault());
    }

    /** What ended a run, for the report of what was measured before. */
    static String failure(Exception e) {
        return e instanceof SssException known ? known.getMessage() : e.toString();
    }

    /**
     * Runs and reports; of a run that fails, what was measured before, perhaps for hours, with what ended it in {@code head}.
     *
     * @param soFar rows that were measured
     */
    static <R> void reportAlsoFailure(Callable<List<R>> run, Supplier<List<R>> soFar, Map<String, Object> head, Report<R> report)
            throws Exception {
        List<R> rows;
        try {
            rows = run.call();
        } catch (Exception e) {
            if (!soFar.get().isEmpty()) {
                head.put("failure", failure(e));
                report.of(soFar.get());
            }
            throw e;
        }
        report.of(rows);
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
