package org.sss.benchmarks.micro;

import java.util.List;

/** How the system under test compares with one of its rivals. Immutable. */
public record Comparison(double ratio, Aims.Aim aim) {
    /**
     * @param tested name of the system that is compared with the others
     * @return null for that system itself
     */
    public static Comparison of(MicroRow rival, List<MicroRow> all, String tested) {
        if (rival.system().equals(tested)) {
            return null;
        }
        return all.stream().filter(row -> row.system().equals(tested) && row.mode() == rival.mode()
                        && row.valueBytes() == rival.valueBytes()).findFirst()
                .map(row -> new Comparison(row.tuplesPerSecond().median() / rival.tuplesPerSecond().median(), Aims.of(rival)))
                .orElse(null);
    }

    /** Such as {@code >= 4: met}; empty when there is no aim. */
    public String verdict() {
        return aim == null ? "" : ">= " + plain(aim.least()) + ": " + (aim.isMetBy(ratio) ? "met" : "missed");
    }

    private static String plain(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : Double.toString(number);
    }
}
