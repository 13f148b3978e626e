package org.sss.benchmarks.delete;

import java.util.List;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.measure.Usage;

/** All measurements with groups of one size in one system. Immutable. */
public record DeleteRow(String system, long bytes, int records, long diskBytes, List<Drop> drops) {
    /**
     * One measurement.
     *
     * @param answeredNanos until the call returned: the group's name is free, and no job sees it any more
     * @param goneNanos     until its files were gone, too
     * @param usage         of the server until then
     */
    public record Drop(long answeredNanos, long goneNanos, Usage usage) {
    }

    private static final double NANOS_PER_MILLI = 1e6;

    public DeleteRow {
        drops = List.copyOf(drops);
    }

    public Spread answeredMillis() {
        return Spread.of(drops, drop -> drop.answeredNanos() / NANOS_PER_MILLI);
    }

    public Spread goneMillis() {
        return Spread.of(drops, drop -> drop.goneNanos() / NANOS_PER_MILLI);
    }

    public Spread cpuSeconds() {
        return Spread.of(drops, drop -> drop.usage().cpuSeconds());
    }

    public Spread peakRssBytes() {
        return Spread.of(drops, drop -> drop.usage().peakRssBytes());
    }

    public Spread wireBytes() {
        return Spread.of(drops, drop -> drop.usage().wireBytes());
    }
}
