package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
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
