package org.sss.benchmarks.synthetic;

import java.util.Arrays;
import org.sss.api.ByteSink;
import org.sss.api.Codecs;
import org.sss.net.block.KeyHash;

/**
 * What a job is expected to take: seconds of a task's work grow with the bytes and with the pairs of each phase, and
 * the processor decides whose subgroups have most of them. Immutable.
 *
 * @param seconds   of the whole job
 * @param diskBytes of input, intermediate pairs and output
 * @param rssBytes  peak of all processes
 * @param skew      pairs of the fullest subgroup over those of the mean one, after the shuffle
 */
public record Fit(double seconds, double diskBytes, double rssBytes, double skew) {
    static final int KEY_BYTES = 8;

    /** @param processors that run tasks at once */
    public static Fit of(SyntheticConf conf, FitCosts costs, int subgroups, int processors) {
        double[] in = loads(conf, conf.initialKeyCount(), subgroups);
        double[] out = loads(conf, conf.reduceKeys(), subgroups);
        double sentPairs = conf.foldsInCombiner()
                ? Math.min((double) conf.mapoutKeyCount(), (double) conf.reduceKeys() * subgroups)
                : new Emission(conf).emitted();
        double sentBytes = sentPairs * (conf.foldsInCombiner() ? conf.foldedValueLength() : conf.mapoutValueLength());
        double emittedPairs = conf.foldsInCombiner() ? conf.mapoutKeyCount() : sentPairs;
        int parallel = Math.min(subgroups, processors);
        double map = costs.in().ofByte() * conf.initialBytes()
                + costs.in().ofPair() * conf.initialKeyCount()
                + costs.emit().ofByte() * emittedPairs * conf.mapoutValueLength()
                + costs.emit().ofPair() * emittedPairs
                + seconds(conf.mapComputeNanos(), conf.mapoutKeyCount()) / parallel;
        double reduce = costs.take().ofByte() * sentBytes
                + costs.take().ofPair() * sentPairs
                + costs.out().ofByte() * conf.reduceoutBytes()
                + costs.out().ofPair() * conf.reduceKeys()
                + seconds(conf.reduceComputeNanos(), conf.mapoutKeyCount()) / parallel;
        double bytes = conf.initialBytes() + sentBytes + conf.reduceoutBytes();
        double written = sentBytes + conf.reduceoutBytes() + KEY_BYTES * (sentPairs + conf.reduceKeys());
        double pairs = conf.initialKeyCount() + sentPairs + conf.reduceKeys();
        return new Fit(
                costs.baseSeconds() + unevenness(in, processors) * map + unevenness(out, processors) * reduce,
                costs.baseDisk() + bytes + costs.diskPerPair() * pairs,
                costs.memory().at(written),
                skew(out));
    }

    private static double seconds(long nanos, long pairs) {
        return nanos * 1e-9 * pairs;
    }

    /**
     * How much longer the tasks of these subgroups take together than those of subgroups that are all as full, which is
     * what costs were measured with. Below 1 when, say, three even subgroups keep two processors less busy than uneven
     * ones do.
     */
    static double unevenness(double[] loads, int processors) {
        double[] even = new double[loads.length];
        Arrays.fill(even, Arrays.stream(loads).sum() / loads.length);
        return lastEnd(loads, processors) / lastEnd(even, processors);
    }

    /** Each task starts, in turn, on the processor that is free first. */
    private static double lastEnd(double[] loads, int processors) {
        double[] ends = new double[Math.min(loads.length, processors)];
        for (double load : loads) {
            int free = 0;
            for (int i = 1; i < ends.length; i++) {
                free = ends[i] < ends[free] ? i : free;
            }
            ends[free] += load;
        }
        return Arrays.stream(ends).max().getAsDouble();
    }

    /** Of the fullest subgroup over the mean one. */
    static double skew(double[] loads) {
        return Arrays.stream(loads).max().getAsDouble()
                * loads.length
                / Arrays.stream(loads).sum();
    }

    /**
     * The keys of each subgroup, of keys from 0 on with as many pairs each. Where tasks place pairs themselves, all
     * subgroups are as full.
     */
    static double[] loads(SyntheticConf conf, long keys, int subgroups) {
        double[] loads = new double[subgroups];
        switch (conf.partitionMethod()) {
            case AVERAGE -> Arrays.setAll(loads, i -> keys / subgroups + (i < keys % subgroups ? 1 : 0));
            case LOCAL, SHIFTED -> Arrays.fill(loads, (double) keys / subgroups);
            case HASH -> addHashed(loads, keys);
        }
        return loads;
    }

    private static void addHashed(double[] loads, long keys) {
        ByteSink sink = new ByteSink(KEY_BYTES);
        for (long key = 0; key < keys; key++) {
            sink.clear();
            Codecs.LONG.encode(key, sink);
            loads[KeyHash.subgroup(KeyHash.hash64(sink.array(), 0, sink.size()), loads.length)]++;
        }
    }
}
