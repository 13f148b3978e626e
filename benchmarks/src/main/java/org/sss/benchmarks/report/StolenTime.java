package org.sss.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * How much of the processor time that was wanted on this machine the hypervisor gave to other machines, from the making
 * of this object until it is first asked. One thread at a time.
 */
public final class StolenTime implements Warned {
    /** On a machine whose numbers may be quoted. */
    private static final double MAX_PERCENT = 2;

    private final Path stat;
    private final double[] before;
    private Double percent;

    /** @param stat {@code /proc/stat}; a missing file means no stolen time */
    StolenTime(Path stat) {
        this.stat = stat;
        before = wantedAndStolen();
    }

    /** In ticks. The columns are user, nice, system, idle, I/O wait, two kinds of interrupts, stolen. */
    private double[] wantedAndStolen() {
        if (!Files.isReadable(stat)) {
            return new double[2];
        }
        try (Stream<String> lines = Files.lines(stat)) {
            double[] ticks = Stream.of(lines.findFirst().orElseThrow().split(" +"))
                    .skip(1)
                    .mapToDouble(Double::parseDouble)
                    .toArray();
            return new double[] {ticks[0] + ticks[1] + ticks[2] + ticks[5] + ticks[6] + ticks[7], ticks[7]};
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same each time, as it stands in all files of a report. */
    private double percent() {
        if (percent == null) {
            double[] after = wantedAndStolen();
            percent = after[0] == before[0] ? 0 : 100 * (after[1] - before[1]) / (after[0] - before[0]);
        }
        return percent;
    }

    @Override
    public String warning() {
        return percent() <= MAX_PERCENT
                ? null
                : String.format(
                        Locale.ROOT,
                        "Other machines on the same hardware took"
                                + " %.0f %% of the processor time that was wanted: these numbers are not for quotes.",
                        percent());
    }

    @Override
    @JsonValue
    public String toString() {
        return String.format(Locale.ROOT, "%.1f %% of the processor time that was wanted", percent());
    }
}
