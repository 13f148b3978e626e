package org.sss.benchmarks.report;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Spread;
import org.sss.cli.terminal.Units;

/**
 * The columns of a report: of the table for people, which have a title, and of the CSV and JSON files, which have a
 * name. One thread.
 *
 * @param <R> a row
 */
public final class Columns<R> {
    private final List<Shown<R>> shown = new ArrayList<>();
    private final Map<String, Function<R, Object>> stored = new LinkedHashMap<>();

    private record Shown<R>(String title, Function<R, String> cell) {}

    /** In the table only. */
    public Columns<R> show(String title, Function<R, String> cell) {
        shown.add(new Shown<>(title, cell));
        return this;
    }

    /** In the files only. */
    public Columns<R> store(String name, Function<R, Object> value) {
        stored.put(name, value);
        return this;
    }

    public Columns<R> value(String title, String name, Function<R, Object> value) {
        return show(title, row -> String.valueOf(value.apply(row))).store(name, value);
    }

    /** @param value NaN where it is unknown */
    public Columns<R> number(String title, String name, int digits, ToDoubleFunction<R> value) {
        return show(title, row -> number(value.applyAsDouble(row), digits)).store(name, value::applyAsDouble);
    }

    public Columns<R> bytes(String title, String name, ToDoubleFunction<R> value) {
        return show(title, row -> bytes(value.applyAsDouble(row))).store(name, value::applyAsDouble);
    }

    /** The median, the minimum and the maximum: two columns of the table, three of the files. */
    public Columns<R> spread(String title, String name, int digits, Function<R, Spread> value) {
        return number(title, name, digits, row -> value.apply(row).median())
                .show(
                        "MIN..MAX",
                        row -> number(value.apply(row).min(), digits) + ".."
                                + number(value.apply(row).max(), digits))
                .store(name + "_min", row -> value.apply(row).min())
                .store(name + "_max", row -> value.apply(row).max());
    }

    /** Empty for NaN. */
    public static String number(double number, int digits) {
        return Double.isNaN(number) ? "" : String.format(Locale.ROOT, "%." + digits + "f", number);
    }

    /** Empty for NaN. */
    public static String bytes(double number) {
        return Double.isNaN(number) ? "" : Units.bytes(Math.round(number));
    }

    String[] titles() {
        return shown.stream().map(Shown::title).toArray(String[]::new);
    }

    Object[] cells(R row) {
        return shown.stream().map(column -> column.cell.apply(row)).toArray();
    }

    /** A line of the files. */
    Map<String, Object> line(R row) {
        Map<String, Object> line = new LinkedHashMap<>();
        stored.forEach((name, value) -> line.put(name, value.apply(row)));
        return line;
    }
}
