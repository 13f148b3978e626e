package org.sss.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * How much of the processor time that was wanted on this machine the hypervisor gave to other machines, from the making
 * of this object until it is first asked. What was measured took longer than it would have taken, and not
 * always by the same. One thread at a time.
 */
public final class StolenTime {
    private static final Path STAT = Path.of("/proc/stat");
    /** Places in the first line of that file; what comes after the stolen time is part of what is before. */
    private static final int IDLE = 4;
    private static final int IO_WAIT = 5;
    private static final int STOLEN = 8;
    /** On a machine whose numbers may be quoted. */
    private static final double MAX_PERCENT = 2;

    private final Path stat;
    private final Times before;
    private Times after;

    private record Times(double wanted, double stolen) {
    }

    private StolenTime(Path stat) {
        this.stat = stat;
        before = read();
    }

    static StolenTime start() {
        return start(STAT);
    }

    /** @param stat a file like {@code /proc/stat}; a missing one means no stolen time */
    static StolenTime start(Path stat) {
        return new StolenTime(stat);
    }

    private Times read() {
        if (!Files.isReadable(stat)) {
            return new Times(0, 0);
        }
        try {
            String[] words = Files.readAllLines(stat).get(0).trim().split(" +");
            double wanted = 0;
            for (int place = 1; place <= STOLEN; place++) {
                wanted += place == IDLE || place == IO_WAIT ? 0 : Double.parseDouble(words[place]);
            }
            return new Times(wanted, Double.parseDouble(words[STOLEN]));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** The same each time, as it stands in all files of a report. */
    private double percent() {
        if (after == null) {
            after = read();
        }
        return after.wanted == before.wanted ? 0 : 100 * (after.stolen - before.stolen) / (after.wanted
                - before.wanted);
    }

    /** What to tell of the numbers, or null. */
    public String warning() {
        double percent = percent();
        return percent <= MAX_PERCENT ? null : String.format(Locale.ROOT,
                "Other machines on the same hardware took %.0f %% of the processor"
                + " time that was wanted: these numbers are not for quotes.", percent);
    }

    @Override
    @JsonValue
    public String toString() {
        return String.format(Locale.ROOT, "%.1f %% of the processor time that was wanted", percent());
    }
}
