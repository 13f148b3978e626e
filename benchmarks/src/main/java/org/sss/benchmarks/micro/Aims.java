package org.sss.benchmarks.micro;

import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.report.MissedAim;

/** What SSS over TCP is to reach: in comparison with its rivals, and by itself. Stateless. */
public final class Aims {
    /** The names of the systems that aims are about. */
    public static final String SSS_TCP = "sss-tcp";
    public static final String TOKYO_C = "tokyo-c";
    public static final String PLAIN_FILE = "plain-file";
    public static final String PUMP = "pump";
    private static final int SMALL_BYTES = 64;
    private static final int MIDDLE_BYTES = 1024;
    private static final double NANOS_PER_MICRO = 1e3;

    /** SSS is to be {@code least} times as fast as the rival with values of these sizes. */
    private record Ratio(Mode mode, int aboveBytes, int toBytes, String rival, double least) {
        boolean isAbout(MicroRow row) {
            return row.mode() == mode && row.system().equals(rival) && row.valueBytes() > aboveBytes
                    && row.valueBytes() <= toBytes;
        }
    }

    private static final List<Ratio> RATIOS = List.of(
            new Ratio(Mode.WRITE, -1, SMALL_BYTES, TOKYO_C, 4),
            new Ratio(Mode.WRITE, SMALL_BYTES, MIDDLE_BYTES, TOKYO_C, 3),
            new Ratio(Mode.WRITE, MIDDLE_BYTES, Integer.MAX_VALUE, PLAIN_FILE, 0.7),
            new Ratio(Mode.READ, -1, SMALL_BYTES, TOKYO_C, 16),
            new Ratio(Mode.READ, SMALL_BYTES, MIDDLE_BYTES, TOKYO_C, 5),
            new Ratio(Mode.READ, MIDDLE_BYTES, Integer.MAX_VALUE, PUMP, 0.6));

    /** A number of SSS's own. */
    private record Own(Mode mode, String text, ToDoubleFunction<MicroRow> value, double least, double most) {
        boolean isMetBy(MicroRow row) {
            return value.applyAsDouble(row) >= least && value.applyAsDouble(row) <= most;
        }

        double reached(MicroRow row) {
            double reached = value.applyAsDouble(row);
            return least > 0 ? reached / least : most / reached;
        }
    }

    private static final List<Own> OWN = List.of(
            new Own(Mode.GET, "p99 <= 200 us", row -> row.latency().p99Nanos() / NANOS_PER_MICRO, 0, 200),
            new Own(Mode.GETS, ">= 300 k/s", row -> row.tuplesPerSecond().median(), 300_000, Double.MAX_VALUE));

    private Aims() {
    }

    /**
     * Such as {@code >= 4: met}; empty when no aim is about this row.
     *
     * @param ratio  of the tested system to that of the row, or null
     * @param tested its name
     */
    static String verdict(MicroRow row, Double ratio, String tested) {
        if (ratio != null && !tested.equals(SSS_TCP)) {
            return "";
        }
        if (ratio == null) {
            return OWN.stream().filter(aim -> row.system().equals(SSS_TCP) && aim.mode() == row.mode()).findFirst()
                    .map(aim -> told(aim.text(), aim.isMetBy(row))).orElse("");
        }
        return RATIOS.stream().filter(aim -> aim.isAbout(row)).findFirst()
                .map(aim -> told(">= " + plain(aim.least()), ratio >= aim.least())).orElse("");
    }

    /** A line on a row that missed the aim about it; parameters as of {@link #verdict}. */
    static Optional<String> missed(MicroRow row, Double ratio, String tested) {
        if (ratio != null && !tested.equals(SSS_TCP)) {
            return Optional.empty();
        }
        String what = row.mode() + " of values of " + MicroTable.size(row.valueBytes()) + ", " + SSS_TCP;
        if (ratio == null) {
            return OWN.stream().filter(aim -> row.system().equals(SSS_TCP) && aim.mode() == row.mode() && !aim.isMetBy(row)).findFirst()
                    .map(aim -> MissedAim.line(what + ": aim " + aim.text(), aim.reached(row)));
        }
        return RATIOS.stream().filter(aim -> aim.isAbout(row) && ratio < aim.least()).findFirst()
                .map(aim -> MissedAim.line(String.format(Locale.ROOT, "%s: %.2f times as fast as %s, aim at least %s", what, ratio, row.system(),
                        plain(aim.least())), ratio / aim.least()));
    }

    private static String told(String aim, boolean met) {
        return aim + ": " + (met ? "met" : "missed");
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
