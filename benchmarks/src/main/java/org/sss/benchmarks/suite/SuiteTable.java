package org.sss.benchmarks.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.measure.Spread;
import org.sss.cli.terminal.Units;

/** What a person reads of the rows, column by column. Immutable. */
record SuiteTable(List<SuiteRow> rows) {
    private static final String JAVA = "java";
    private static final String SPARK = "spark";

    private record Column(String title, Function<SuiteRow, String> cell) {
    }

    private List<Column> columns() {
        List<Column> columns = new ArrayList<>(List.of(new Column("CASE", row -> row.task().label()), new Column("SYSTEM", SuiteRow::system),
                new Column("N", row -> Integer.toString(row.runs().size())), new Column("MEDIAN s", row -> number(row.seconds().median())),
                new Column("MIN..MAX", SuiteTable::range), new Column("FIRST s", row -> number(row.firstSeconds())),
                new Column("MB/s", row -> short1(row.megabytesPerSecond())), new Column("CPU s", row -> number(row.cpuSeconds())),
                new Column("CPU ns/B", row -> short1(row.cpuNanosPerByte())), new Column("PEAK RSS", row -> Units.bytes(row.peakRssBytes())),
                new Column("WIRE", row -> bytes(row.wireBytes())), new Column("DISK", row -> bytes(row.diskBytes())),
                new Column("IMPORT s", row -> number(row.importSeconds())), new Column("/ JAVA", this::overJava)));
        if (rows.stream().anyMatch(SuiteTable::isSpark)) {
            columns.add(new Column("SPARK /", this::sparkOver));
        }
        return columns;
    }

    String[] titles() {
        return columns().stream().map(Column::title).toArray(String[]::new);
    }

    List<Object[]> cells() {
        List<Column> columns = columns();
        return rows.stream().map(row -> columns.stream().map(column -> column.cell().apply(row)).toArray()).toList();
    }

    /** What is to be known of all of it. */
    List<String> remarks() {
        return Repetitions.remark(rows.stream().map(row -> row.runs().size()).toList());
    }

    /** How many times as long as the plain program. */
    private String overJava(SuiteRow row) {
        return other(row, one -> one.system().equals(JAVA)).map(java -> ratio(row, java)).orElse("");
    }

    /** How many times as long Spark takes. */
    private String sparkOver(SuiteRow row) {
        return other(row, SuiteTable::isSpark).map(spark -> ratio(spark, row)).orElse("");
    }

    /** In one process, or as a cluster. */
    static boolean isSpark(SuiteRow row) {
        return row.system().startsWith(SPARK);
    }

    private Optional<SuiteRow> other(SuiteRow row, Predicate<SuiteRow> which) {
        return rows.stream().filter(one -> one.task().equals(row.task())).filter(which).findFirst();
    }

    private static String ratio(SuiteRow longer, SuiteRow shorter) {
        return String.format(Locale.ROOT, "%.2f", longer.seconds().median() / shorter.seconds().median());
    }

    private static String range(SuiteRow row) {
        Spread seconds = row.seconds();
        return number(seconds.min()) + ".." + number(seconds.max());
    }

    static String number(double number) {
        return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%.3f", number);
    }

    private static String short1(double number) {
        return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%.1f", number);
    }

    private static String bytes(double number) {
        return Double.isNaN(number) ? "" : Units.bytes(Math.round(number));
    }
}
