package org.sss.benchmarks.suite;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/**
 * How long single operations took, as files that the plotters of HdrHistogram read: {@code NAME.hgrm} of SSS, and
 * {@code NAME-SYSTEM.hgrm} of the others. Stateless.
 */
public final class Percentiles {
    private static final int TICKS_PER_HALF_DISTANCE = 5;
    private static final double NANOS_PER_MICRO = 1e3;

    private Percentiles() {
    }

    /** What the report says of the files. */
    public static List<String> remarks(List<Row> rows, String name) {
        return timed(rows).stream().map(row -> row.task().label() + ", " + row.system() + ": the distribution of all "
                + row.times().getTotalCount() + " times in microseconds is in " + file(row, name)).toList();
    }

    public static void write(List<Row> rows, String name, Path directory) throws IOException {
        for (Row row : timed(rows)) {
            try (PrintStream out = new PrintStream(directory.resolve(file(row, name)).toFile(),
                    StandardCharsets.UTF_8)) {
                row.times().outputPercentileDistribution(out, TICKS_PER_HALF_DISTANCE, NANOS_PER_MICRO);
            }
        }
    }

    private static List<Row> timed(List<Row> rows) {
        return rows.stream().filter(row -> row.times().getTotalCount() > 0).toList();
    }

    private static String file(Row row, String name) {
        return name + (row.system().equals("sss") ? "" : "-" + row.system()) + ".hgrm";
    }
}
