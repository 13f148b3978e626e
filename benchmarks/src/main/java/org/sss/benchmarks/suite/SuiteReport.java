package org.sss.benchmarks.suite;

import java.util.ArrayList;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.programs.Phases;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.report.Report;

/** The rows of a suite as a report. Stateless. */
public final class SuiteReport {
    private static final String JAVA = "java";
    private static final String SPARK = "spark";

    private SuiteReport() {}

    /**
     * @param about   what was measured, one sentence
     * @param remarks further lines
     */
    public static Report<Row> of(String name, String about, List<Row> rows, List<String> remarks) {
        List<String> lines = new ArrayList<>(comparisons(rows));
        lines.addAll(Repetitions.remark(counts(rows)));
        lines.addAll(details(rows));
        lines.addAll(remarks);
        return new Report<>(name, about, rows, columns(rows), Row::runs, lines, "All answers to a case are equal.");
    }

    public static List<Integer> counts(List<Row> rows) {
        return rows.stream().map(row -> row.runs().size()).toList();
    }

    private static Columns<Row> columns(List<Row> rows) {
        Columns<Row> columns = new Columns<Row>()
                .store("workload", row -> row.task().workload())
                .store("size", row -> row.task().size())
                .show("CASE", row -> row.task().label())
                .value("SYSTEM", "system", Row::system)
                .store("medium", row -> row.task().medium())
                .store("cores", row -> row.cores() == 0 ? "" : row.cores())
                .store("input_bytes", row -> row.task().bytes())
                .value("N", "repetitions", row -> row.runs().size())
                .spread("MEDIAN s", "seconds", 3, Row::seconds)
                .number("FIRST s", "first_seconds", 3, Row::firstSeconds)
                .number("MB/s", "mb_per_s", 1, Row::megabytesPerSecond)
                .number("CPU s", "cpu_s", 3, Row::cpuSeconds)
                .number("CPU ns/B", "cpu_ns_per_byte", 1, Row::cpuNanosPerByte)
                .bytes("PEAK RSS", "peak_rss_bytes", Row::peakRssBytes)
                .bytes("WIRE", "wire_bytes", Row::wireBytes)
                .bytes("DISK", "disk_bytes", row -> row.detail(Row.DISK_BYTES))
                .store("start_seconds", Row::startSeconds)
                .number("IMPORT s", "import_seconds", 3, Row::importSeconds)
                .store("seconds_with_import", Row::secondsWithImport)
                .show("/ JAVA", row -> ratio(Optional.of(row), row.of(JAVA, rows)));
        if (rows.stream().anyMatch(SuiteReport::isSpark)) {
            columns.show(
                    "SPARK /",
                    row -> ratio(
                            rows.stream()
                                    .filter(one -> isSpark(one) && one.task().equals(row.task()))
                                    .findFirst(),
                            Optional.of(row)));
        }
        if (rows.stream().anyMatch(row -> row.details().containsKey(Phases.ELSEWHERE_BYTES))) {
            // The files have it with the other details.
            columns.show("ELSEWHERE", row -> Columns.bytes(row.detail(Phases.ELSEWHERE_BYTES)));
        }
        columns.store("digest", Row::digest)
                .store("map_shuffle_s", row -> row.detail("map_shuffle_s"))
                .store("reduce_s", row -> row.detail("reduce_s"));
        storeDetails(rows, columns);
        return columns;
    }

    /** Rows of several workloads have the same columns: those of details that a row lacks are empty. */
    private static void storeDetails(List<Row> rows, Columns<Row> columns) {
        rows.stream()
                .flatMap(row -> row.details().keySet().stream())
                .distinct()
                .filter(name -> !name.equals(Row.DISK_BYTES))
                .forEach(name -> columns.store(name, row -> row.detail(name)));
    }

    /** In one process, or as a cluster. */
    private static boolean isSpark(Row row) {
        return row.system().startsWith(SPARK);
    }

    private static String ratio(Optional<Row> longer, Optional<Row> shorter) {
        return longer.isEmpty() || shorter.isEmpty()
                ? ""
                : Columns.number(
                        longer.get().seconds().median()
                                / shorter.get().seconds().median(),
                        2);
    }

    /** The conclusion: a line for each other system, over the cases that both have. */
    static List<String> comparisons(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        rows.stream()
                .map(Row::system)
                .distinct()
                .filter(system -> !isSss(system))
                .forEach(system -> {
                    DoubleSummaryStatistics ratios = rows.stream()
                            .filter(row -> row.system().equals(system))
                            .flatMapToDouble(row -> ratioToSss(row, rows).stream())
                            .summaryStatistics();
                    if (ratios.getCount() > 0) {
                        String min = Columns.number(ratios.getMin(), 2);
                        String max = Columns.number(ratios.getMax(), 2);
                        lines.add(system + " takes " + (min.equals(max) ? min : min + " to " + max)
                                + " times as long as the fastest row of SSS of the same case");
                    }
                });
        return lines;
    }

    private static boolean isSss(String system) {
        return system.startsWith("sss");
    }

    private static OptionalDouble ratioToSss(Row row, List<Row> rows) {
        OptionalDouble fastest = rows.stream()
                .filter(other -> isSss(other.system()) && other.task().equals(row.task()))
                .mapToDouble(other -> other.seconds().median())
                .min();
        return fastest.isEmpty() ? fastest : OptionalDouble.of(row.seconds().median() / fastest.getAsDouble());
    }

    /** A line for each row that has more numbers than the columns. */
    private static List<String> details(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Double> details = row.details();
            details.remove(Row.DISK_BYTES);
            StringBuilder line = new StringBuilder(row.task().label() + ", " + row.system() + ":");
            details.forEach((what, value) -> line.append(' ')
                    .append(what)
                    .append('=')
                    .append(Columns.number(value, value == Math.rint(value) ? 0 : 3)));
            if (!details.isEmpty()) {
                lines.add(line.toString());
            }
        }
        return lines;
    }
}
