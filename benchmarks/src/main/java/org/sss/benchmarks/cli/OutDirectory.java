package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
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

    /** The head of a report that has no other place for what ended the run, or null. */
    static Map<String, Object> with(Map<String, Object> head, String failure) {
        if (failure == null) {
            return head;
        }
        Map<String, Object> all = new LinkedHashMap<>(head);
        all.put("failure", failure);
        return all;
    }

    /** What ended a run, for the report of what was measured before. */
    private static String failure(Exception e) {
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
        } catch (Exception e) {
            if (!rows.get().isEmpty()) {
                report.of(rows.get(), failure(e));
            }
            throw e;
        }
        report.of(rows.get(), null);
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
