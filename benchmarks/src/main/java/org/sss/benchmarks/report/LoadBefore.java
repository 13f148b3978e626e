package org.sss.benchmarks.report;

import com.fasterxml.jackson.annotation.JsonValue;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * How many threads ran or waited for a processor in the last 1, 5 and 15 minutes: nearly none on a machine whose
 * numbers may be quoted. Immutable.
 */
final class LoadBefore implements Warned {
    static final String UNKNOWN = "unknown";
    private static final int AVERAGES = 3;
    /** Of a processor each: the measured program needs the rest. */
    private static final double MAX_SHARE = 0.5;

    /** Guarded by the class. */
    private static LoadBefore ofProcess;

    private final String averages;
    private final int processors;

    /** @param averages separated by blanks; {@link #UNKNOWN} if the system does not report them */
    LoadBefore(String averages, int processors) {
        this.averages = averages;
        this.processors = processors;
    }

    /**
     * The load before this process measured anything: a later one would be that of its own runs, of which {@code all}
     * has many.
     *
     * @param file {@code /proc/loadavg}
     */
    static synchronized LoadBefore ofProcess(Path file) throws IOException {
        ofProcess = ofProcess == null ? read(file) : ofProcess;
        return ofProcess;
    }

    static LoadBefore read(Path file) throws IOException {
        int processors = Runtime.getRuntime().availableProcessors();
        return new LoadBefore(
                Files.isReadable(file)
                        ? String.join(
                                " ", List.of(Files.readString(file).split(" ")).subList(0, AVERAGES))
                        : UNKNOWN,
                processors);
    }

    @Override
    public String warning() {
        if (averages.equals(UNKNOWN)) {
            return null;
        }
        String lastMinute = averages.substring(0, averages.indexOf(' '));
        return Double.parseDouble(lastMinute) <= MAX_SHARE * processors
                ? null
                : "The machine was busy before the run (load " + lastMinute + " on " + processors
                        + " processors): these numbers are not for quotes.";
    }

    @Override
    @JsonValue
    public String toString() {
        return averages;
    }
}
