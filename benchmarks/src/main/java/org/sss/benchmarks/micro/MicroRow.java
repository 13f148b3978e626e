package org.sss.benchmarks.micro;

import java.util.List;
import java.util.function.ToDoubleFunction;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Sample;
import org.sss.benchmarks.measure.Spread;
import org.sss.benchmarks.measure.Usage;

/** All measurements of one system with one size of values. Immutable. */
public record MicroRow(Mode mode, int valueBytes, int records, String system, List<Sample> samples) {
    public MicroRow {
        samples = List.copyOf(samples);
    }

    public Spread tuplesPerSecond() {
        return Spread.of(samples, Sample::tuplesPerSecond);
    }

    public Spread megabytesPerSecond() {
        return Spread.of(samples, Sample::megabytesPerSecond);
    }

    /** The middle of each percentile; unknown for systems that have no single calls. */
    public Latency latency() {
        return new Latency(middle(sample -> sample.latency().p50Nanos()), middle(sample -> sample.latency().p99Nanos()),
                middle(sample -> sample.latency().p999Nanos()));
    }

    public Usage client() {
        return new Usage(Spread.of(samples, sample -> sample.client().cpuSeconds()).median(),
                middle(sample -> sample.client().peakRssBytes()), middle(sample -> sample.client().wireBytes()));
    }

    /** Null when the system is one process. */
    public Usage server() {
        return samples.stream().anyMatch(sample -> sample.server() == null) ? null
                : new Usage(Spread.of(samples, sample -> sample.server().cpuSeconds()).median(),
                        middle(sample -> sample.server().peakRssBytes()), middle(sample -> sample.server().wireBytes()));
    }

    public long diskBytes() {
        return middle(Sample::diskBytes);
    }

    private long middle(ToDoubleFunction<Sample> value) {
        return Math.round(Spread.of(samples, value).median());
    }
}
