package org.sss.benchmarks.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.report.Plot;
import org.sss.benchmarks.report.Report;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuiteReport;

/** The rows of {@link MicroRun} as a report, with a table for each mode. Stateless. */
public final class MicroReport {
    private static final String NAME = "micro";
    private static final double MEBI = 1 << 20;
    private static final double MEGA = 1e6;

    private MicroReport() {}

    public static Report<Row> of(MicroPlan plan, List<Row> rows) {
        String tested = plan.tested();
        Map<String, List<Row>> tables = new LinkedHashMap<>();
        for (Mode mode : Mode.values()) {
            List<Row> some = ofMode(mode, rows);
            if (!some.isEmpty()) {
                tables.put(
                        mode.toString().toUpperCase(Locale.ROOT) + ": medians; latency of " + mode.operation()
                                + "; ratio: " + tested + " to this system",
                        some);
            }
        }
        return new Report<>(
                NAME,
                "Records of a data server.",
                tables,
                columns(rows, tested),
                Row::runs,
                Repetitions.remark(SuiteReport.counts(rows)),
                "All records that were read are those that were written.",
                Map.of());
    }

    private static List<Row> ofMode(Mode mode, List<Row> rows) {
        return rows.stream()
                .filter(row -> row.task().series().equals(mode.toString()))
                .toList();
    }

    private static Columns<Row> columns(List<Row> rows, String tested) {
        return new Columns<Row>()
                .store("mode", row -> row.task().series())
                .show("VALUE", row -> size((int) row.task().x()))
                .store("value_bytes", row -> (int) row.task().x())
                .value("SYSTEM", "system", Row::system)
                .value(
                        "RECORDS",
                        "records",
                        row -> Integer.parseInt(row.task().parameters().get("records")))
                .value("N", "repetitions", row -> row.runs().size())
                .spread("TUPLES/S", Meter.TUPLES_PER_SECOND, 0, row -> row.spread(Meter.TUPLES_PER_SECOND))
                .number("MB/S", Meter.MEGABYTES_PER_SECOND, 1, row -> row.detail(Meter.MEGABYTES_PER_SECOND))
                .number("P50 us", "p50_us", 1, row -> row.detail("p50_us"))
                .number("P99 us", "p99_us", 1, row -> row.detail("p99_us"))
                .number("P99.9 us", "p999_us", 1, row -> row.detail("p999_us"))
                .number("CPU s", "cpu_s", 2, Row::cpuSeconds)
                .number("SERVER CPU s", Meter.SERVER_CPU, 2, row -> row.detail(Meter.SERVER_CPU))
                .show("RSS MiB", row -> Columns.number(row.peakRss().median() / MEBI, 0))
                .store("peak_rss_bytes", row -> row.peakRss().median())
                .show("SERVER RSS MiB", row -> Columns.number(row.detail(Meter.SERVER_RSS) / MEBI, 0))
                .store(Meter.SERVER_RSS, row -> row.detail(Meter.SERVER_RSS))
                .show("WIRE MB", row -> Columns.number(row.wireBytes() / MEGA, 1))
                .store("wire_bytes", Row::wireBytes)
                .show("DISK MB", row -> Columns.number(row.detail(Row.DISK_BYTES) / MEGA, 1))
                .store("disk_bytes", row -> row.detail(Row.DISK_BYTES))
                .number("RATIO", "ratio", 2, row -> ratio(row, rows, tested));
    }

    /** How many times as fast as this system the tested one is; NaN for the tested system itself. */
    static double ratio(Row row, List<Row> all, String tested) {
        return row.system().equals(tested)
                ? Double.NaN
                : row.of(tested, all)
                        .map(other -> other.detail(Meter.TUPLES_PER_SECOND) / row.detail(Meter.TUPLES_PER_SECOND))
                        .orElse(Double.NaN);
    }

    /** As one types it: 8, 256, 2KiB. */
    private static String size(int bytes) {
        return bytes >= 1024 && bytes % 1024 == 0 ? bytes / 1024 + "KiB" : Integer.toString(bytes);
    }

    /** One plot for each mode: tuples per second over the size of values. */
    public static List<String> plot(List<Row> rows, Path directory) throws IOException {
        List<String> plots = new ArrayList<>();
        for (Mode mode : Mode.values()) {
            List<Row> some = ofMode(mode, rows);
            if (!some.isEmpty()) {
                Plot plot = new Plot(
                        mode.toString().toUpperCase(Locale.ROOT) + ": records with keys of 32 bytes"
                                + Repetitions.medians(SuiteReport.counts(some)),
                        "bytes of a value",
                        "records per second");
                some.forEach(row ->
                        plot.point(row.system(), Math.max(1, row.task().x()), row.detail(Meter.TUPLES_PER_SECOND)));
                plots.addAll(plot.write(directory, NAME + "-" + mode));
            }
        }
        return plots;
    }
}
