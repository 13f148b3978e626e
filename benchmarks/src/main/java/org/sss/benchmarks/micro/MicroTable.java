package org.sss.benchmarks.micro;

import java.util.List;
import java.util.Locale;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Repetitions;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.measure.Usage;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Table;

/** Prints the results for people. Stateless. */
public final class MicroTable {
    static final String[] TITLES = {"VALUE", "SYSTEM", "RECORDS", "N", "TUPLES/S", "MIN..MAX", "MB/S", "P50 us", "P99 us", "P99.9 us",
        "CPU s", "SERVER CPU s", "RSS MiB", "SERVER RSS MiB", "WIRE MB", "DISK MB", "RATIO"};
    private static final String NONE = "-";
    private static final double MEBI = 1 << 20;
    private static final double MEGA = 1e6;

    private MicroTable() {
    }

    /** @param tested name of the system that is compared with the others */
    public static void print(List<MicroRow> rows, String tested, Console console) {
        for (Mode mode : Mode.values()) {
            List<MicroRow> some = rows.stream().filter(row -> row.mode() == mode).toList();
            if (!some.isEmpty()) {
                console.line("");
                console.line(title(mode, tested));
                print(some, rows, tested, console);
            }
        }
        remarks(rows, tested).forEach(console::line);
    }

    /** Below the tables. */
    static List<String> remarks(List<MicroRow> rows, String tested) {
        return Repetitions.remark(rows.stream().map(row -> row.samples().size()).toList());
    }

    static String title(Mode mode, String tested) {
        return mode.toString().toUpperCase(Locale.ROOT) + ": medians; latency of " + mode.operation() + "; ratio: " + tested
                + " to this system";
    }

    private static void print(List<MicroRow> rows, List<MicroRow> all, String tested, Console console) {
        Table table = new Table(TITLES);
        rows.forEach(row -> table.row(cells(row, all, tested)));
        table.print(console);
    }

    /** As {@link #TITLES} say. */
    static Object[] cells(MicroRow row, List<MicroRow> all, String tested) {
        Latency latency = row.latency();
        Usage client = row.client();
        Usage server = row.server();
        Double ratio = Comparison.ratio(row, all, tested);
        return new Object[] {size(row.valueBytes()), row.system(), row.records(), row.samples().size(), whole(row.tuplesPerSecond().median()),
            range(row.tuplesPerSecond()), decimal(row.megabytesPerSecond().median(), 1),
            micros(latency, latency.p50Nanos()), micros(latency, latency.p99Nanos()),
            micros(latency, latency.p999Nanos()),
            decimal(client.cpuSeconds(), 2), server == null ? NONE : decimal(server.cpuSeconds(), 2),
            whole(client.peakRssBytes() / MEBI), server == null ? NONE : whole(server.peakRssBytes() / MEBI),
            decimal(client.wireBytes() / MEGA, 1), decimal(row.diskBytes() / MEGA, 1), ratio == null ? NONE : decimal(ratio, 2)};
    }

    /** As one types it: 8, 256, 2KiB. */
    public static String size(int bytes) {
        return bytes >= 1024 && bytes % 1024 == 0 ? bytes / 1024 + "KiB" : Integer.toString(bytes);
    }

    private static String range(Spread spread) {
        return whole(spread.min()) + ".." + whole(spread.max());
    }

    private static String micros(Latency latency, long nanos) {
        return latency.equals(Latency.UNKNOWN) ? NONE : decimal(nanos / 1e3, 1);
    }

    private static String whole(double number) {
        return decimal(number, 0);
    }

    private static String decimal(double number, int digits) {
        return String.format(Locale.ROOT, "%." + digits + "f", number);
    }
}
