package org.sss.benchmarks.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuiteReport;

/** The rows of {@link DeleteRun} as a report. Stateless. */
public final class DeleteReport {
    private static final String NAME = "delete";
    private static final String ABOUT =
            "Dropping a group: milliseconds until the call returned, and until the files were gone; medians.";
    private static final String MEANING =
            "ANSWERED: the call has returned, the name is free and no job sees the group. GONE: its files are"
                    + " deleted as well, all but a tenth and 1 MiB at most.";

    private DeleteReport() {}

    public static Report<Row> of(List<Row> rows) {
        Columns<Row> columns = new Columns<Row>()
                .value("SYSTEM", "system", Row::system)
                .show("SIZE", row -> row.task().size())
                .store("bytes", row -> row.task().bytes())
                .value(
                        "RECORDS",
                        "records",
                        row -> Integer.parseInt(row.task().parameters().get("records")))
                .value("N", "repetitions", row -> row.runs().size())
                .bytes("DISK", "disk_bytes", row -> row.detail(Row.DISK_BYTES))
                .spread("ANSWERED ms", Meter.ANSWERED_MILLIS, 2, row -> row.spread(Meter.ANSWERED_MILLIS))
                .spread("GONE ms", Meter.GONE_MILLIS, 2, row -> row.spread(Meter.GONE_MILLIS))
                .number("CPU s", "cpu_s", 2, Row::cpuSeconds)
                .bytes("PEAK RSS", "peak_rss_bytes", Row::peakRssBytes)
                .bytes("WIRE", "wire_bytes", Row::wireBytes);
        return new Report<>(
                NAME, ABOUT, rows, columns, Row::runs, Repetitions.remark(SuiteReport.counts(rows)), MEANING);
    }

    /** Two lines for each system: until the call returned, as in the paper, and until the files are gone. */
    public static List<String> plot(List<Row> rows, Path directory) throws IOException {
        Plot plot = new Plot(
                "Dropping a group" + Repetitions.medians(SuiteReport.counts(rows)),
                "bytes of keys and values",
                "milliseconds");
        for (Row row : rows) {
            plot.point(row.system() + ", files gone", row.task().x(), row.detail(Meter.GONE_MILLIS));
            plot.point(row.system() + ", call returned", row.task().x(), row.detail(Meter.ANSWERED_MILLIS));
        }
        return plot.write(directory, NAME);
    }
}
