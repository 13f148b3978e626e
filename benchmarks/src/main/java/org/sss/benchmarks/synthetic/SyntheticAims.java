package org.sss.benchmarks.synthetic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.sss.benchmarks.report.MissedAim;

/** What SSS aims at with the presets, and whether it was met at each point: seconds by the clock, medians. Immutable. */
record SyntheticAims(List<SyntheticRow> rows) {
    private static final String SSS = "sss";
    private static final double TIMES_SPARK_IN_SHUFFLE = 2;
    private static final double TIMES_HADOOP = 10;
    private static final double FLAT = 3;
    private static final int FLAT_FROM_BYTES = 256;
    private static final int FLAT_TO_BYTES = 64 << 20;

    /** @param reached of the aim */
    private record Missed(String where, double reached) {
    }

    /** Only of what was measured. */
    List<String> lines() {
        List<String> lines = new ArrayList<>();
        List<SyntheticRow> own = rows.stream().filter(row -> row.system().equals(SSS) && isPreset(row)).toList();
        addRatio("never slower than Spark", own, "spark", 1, lines);
        addRatio("twice as fast as Spark in shuffle without combiner",
                own.stream().filter(row -> row.name().equals(Preset.SHUFFLE.label())).toList(), "spark", TIMES_SPARK_IN_SHUFFLE, lines);
        addRatio("10 times as fast as Hadoop", own, "hadoop", TIMES_HADOOP, lines);
        own.stream().map(SyntheticRow::name).distinct()
                .forEach(series -> addFlat(own.stream().filter(row -> row.name().equals(series)).toList(), lines));
        return lines;
    }

    private static boolean isPreset(SyntheticRow row) {
        return Arrays.stream(Preset.values()).anyMatch(preset -> preset.label().equals(row.name()));
    }

    private void addRatio(String aim, List<SyntheticRow> own, String rival, double times, List<String> lines) {
        List<Missed> missed = new ArrayList<>();
        int points = 0;
        for (SyntheticRow row : own) {
            for (SyntheticRow other : rows) {
                if (other.system().equals(rival) && other.name().equals(row.name()) && other.point() == row.point()) {
                    points++;
                    double ratio = other.seconds().median() / row.seconds().median();
                    if (ratio < times) {
                        missed.add(new Missed(String.format(Locale.ROOT, "%s (%.2f times as fast)", at(row), ratio), ratio / times));
                    }
                }
            }
        }
        addVerdict(aim, points, missed, lines);
    }

    /** Of values that are neither tiny nor huge: equal bytes are to take about as long, however they are cut. */
    private static void addFlat(List<SyntheticRow> series, List<String> lines) {
        List<SyntheticRow> points = series.stream().filter(row -> row.conf().longestParameter() >= FLAT_FROM_BYTES
                && row.conf().longestParameter() <= FLAT_TO_BYTES).toList();
        if (points.size() < 2) {
            return;
        }
        double fastest = points.stream().mapToDouble(row -> row.seconds().median()).min().orElseThrow();
        List<Missed> missed = points.stream().filter(row -> row.seconds().median() > FLAT * fastest)
                .map(row -> new Missed(String.format(Locale.ROOT, "%s (%.2f times)", at(row), row.seconds().median() / fastest),
                        FLAT * fastest / row.seconds().median())).toList();
        addVerdict("flat, " + series.get(0).name() + ": no point of values of 256 B to 64 MiB takes over 3 times as long as the fastest",
                points.size(), missed, lines);
    }

    private static void addVerdict(String aim, int points, List<Missed> missed, List<String> lines) {
        if (points > 0) {
            lines.add("aim, " + aim + ": " + (missed.isEmpty() ? "met at " + (points == 1 ? "the one point" : "all " + points + " points")
                    : "missed at " + missed.size() + " of " + points + ": " + missed.stream().map(Missed::where).collect(Collectors.joining(", "))));
            missed.forEach(one -> lines.add(MissedAim.line(one.where() + ", aim " + aim, one.reached())));
        }
    }

    private static String at(SyntheticRow row) {
        return row.name() + " " + row.axis() + " " + row.point();
    }
}
