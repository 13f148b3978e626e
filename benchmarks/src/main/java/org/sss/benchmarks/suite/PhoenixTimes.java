package org.sss.benchmarks.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the applications took in Phoenix++ 1.0, the fastest C++ engine of that family, with two threads: medians of three processes,
 * without the time to load the file, on a machine of two AMD EPYC cores and on inputs of the same kinds and sizes, but not the same
 * bytes. Beside each, the plain Java program of that series. Stateless.
 */
public final class PhoenixTimes {
    private static final String JAVA = "java";

    /** Seconds of Phoenix++, and of plain Java 17 (warm, reading the file). */
    private record Times(double phoenix, double java) {
    }

    private static final Map<String, Times> FULL = Map.of("wordcount", new Times(0.359, 0.288), "histogram", new Times(0.241, 0.296),
            "regression", new Times(0.089, 0.144), "match", new Times(0.617, 0.224), "multiply", new Times(1.329, 0.141),
            "pca", new Times(8.950, 2.368), "kmeans", new Times(1.492, 1.000));

    private PhoenixTimes() {
    }

    /** A line for each row that is not plain Java itself, when the inputs have the sizes that those times are of. */
    public static List<String> compare(List<Row> rows, double scale) {
        List<String> lines = new ArrayList<>();
        if (scale != 1) {
            return List.of("Phoenix++ was measured with --scale 1 alone.");
        }
        for (Row row : rows) {
            Times other = FULL.get(row.task().workload());
            row.of(JAVA, rows).filter(java -> java != row).ifPresent(java -> lines.add(line(row, java, other)));
        }
        return lines;
    }

    /** The programs in plain Java are not the same ones, so nothing is carried over from there to here. */
    private static String line(Row row, Row java, Times other) {
        double here = row.seconds().median();
        return String.format(Locale.ROOT, "%s, %s: %.3f s, %.2f x plain Java; on another machine Phoenix++ took %.3f s, %.2f x its plain Java",
                row.task().label(), row.system(), here, here / java.seconds().median(), other.phoenix, other.phoenix / other.java);
    }
}
