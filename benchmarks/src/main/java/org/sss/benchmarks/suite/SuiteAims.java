package org.sss.benchmarks.suite;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.sss.benchmarks.report.MissedAim;

/** What SSS is to reach, and whether it does: a line for each of its rows that an aim is about. Stateless. */
public final class SuiteAims {
    private static final double SPARK_MEMORY = 0.5;

    private SuiteAims() {
    }

    /** Those that are large enough for an aim: of less, most of the time is what a job costs by itself. */
    public static List<SuiteRow> from(double x, List<SuiteRow> rows) {
        return rows.stream().filter(row -> row.task().x() >= x).toList();
    }

    /** @param most times as long as plain Java */
    public static List<String> besideJava(List<SuiteRow> rows, double most) {
        List<String> lines = new ArrayList<>();
        ofSss(rows).forEach(row -> other(rows, row, one -> one.system().equals("java")).ifPresent(java ->
                lines.add(atMost(row, "%s times as long as plain Java", row.seconds().median() / java.seconds().median(), most))));
        return lines;
    }

    /**
     * Also that SSS needs no more than half of Spark's memory.
     *
     * @param least by workload: how many times as long as SSS Spark is to take
     */
    public static List<String> besideSpark(List<SuiteRow> rows, Map<String, Double> least) {
        List<String> lines = new ArrayList<>();
        ofSss(rows).stream().filter(row -> least.containsKey(row.task().workload())).forEach(row ->
                other(rows, row, SuiteTable::isSpark).ifPresent(spark -> {
                    lines.add(atLeast(row, "Spark takes %s times as long", spark.seconds().median() / row.seconds().median(),
                            least.get(row.task().workload())));
                    lines.add(atMost(row, "%s of Spark's peak memory", (double) row.peakRssBytes() / spark.peakRssBytes(), SPARK_MEMORY));
                }));
        return lines;
    }

    /**
     * A number that rows of SSS tell, which is to be no more.
     *
     * @param text in which it stands for {@code %s}
     */
    public static List<String> atMost(List<SuiteRow> rows, String workload, String detail, String text, double most) {
        return told(rows, workload, detail).stream().map(row -> atMost(row, text, row.details().get(detail), most)).toList();
    }

    /** The median time of SSS. */
    public static List<String> secondsAtMost(List<SuiteRow> rows, String workload, double most) {
        return ofSss(rows).stream().filter(row -> row.task().workload().equals(workload))
                .map(row -> atMost(row, "%s s", row.seconds().median(), most)).toList();
    }

    /** The peak memory of SSS. */
    public static List<String> mebibytesAtMost(List<SuiteRow> rows, String workload, double most) {
        return ofSss(rows).stream().filter(row -> row.task().workload().equals(workload))
                .map(row -> atMost(row, "%s MiB of memory at the peak", (double) (row.peakRssBytes() >> 20), most)).toList();
    }

    /** @param most times as much processor time for a byte of input in the last row of a workload as in its first one */
    public static List<String> processorTimeGrowsAtMost(List<SuiteRow> rows, double most) {
        List<String> lines = new ArrayList<>();
        for (List<SuiteRow> line : ofSss(rows).stream().collect(Collectors.groupingBy(row -> row.task().workload() + " " + row.system(),
                LinkedHashMap::new, Collectors.toList())).values()) {
            SuiteRow last = line.get(line.size() - 1);
            if (line.size() > 1) {
                lines.add(atMost(last, "%s times the processor time for a byte of " + line.get(0).task().size(),
                        last.cpuNanosPerByte() / line.get(0).cpuNanosPerByte(), most));
            }
        }
        return lines;
    }

    /** The same, where it is to be no less. */
    public static List<String> atLeast(List<SuiteRow> rows, String workload, String detail, String text, double least) {
        return told(rows, workload, detail).stream().map(row -> atLeast(row, text, row.details().get(detail), least)).toList();
    }

    private static List<SuiteRow> told(List<SuiteRow> rows, String workload, String detail) {
        return ofSss(rows).stream().filter(row -> row.task().workload().equals(workload) && row.details().containsKey(detail)).toList();
    }

    private static List<SuiteRow> ofSss(List<SuiteRow> rows) {
        return rows.stream().filter(row -> row.system().startsWith("sss")).toList();
    }

    private static Optional<SuiteRow> other(List<SuiteRow> rows, SuiteRow row, Predicate<SuiteRow> which) {
        return rows.stream().filter(one -> one.task().equals(row.task())).filter(which).findFirst();
    }

    private static String atMost(SuiteRow row, String text, double value, double most) {
        return line(row, text, value, "at most " + number(most), most / value);
    }

    private static String atLeast(SuiteRow row, String text, double value, double least) {
        return line(row, text, value, "at least " + number(least), value / least);
    }

    /** @param reached of the aim */
    private static String line(SuiteRow row, String text, double value, String aim, double reached) {
        String what = row.task().label() + ", " + row.system() + ": " + String.format(text, number(value)) + ", aim " + aim;
        return reached >= 1 ? "AIM met: " + what : MissedAim.line(what, reached);
    }

    private static String number(double number) {
        return number == Math.rint(number) ? Long.toString((long) number) : String.format(Locale.ROOT, "%.2f", number);
    }
}
