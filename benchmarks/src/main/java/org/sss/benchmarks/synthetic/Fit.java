package org.sss.benchmarks.synthetic;

import org.sss.api.ByteSink;
import org.sss.api.Codecs;
import org.sss.net.block.KeyHash;

/**
 * What a job is expected to take: seconds of a task's work grow with the bytes and with the pairs of each phase, and the fullest
 * subgroup decides. Immutable.
 *
 * @param seconds   of the whole job
 * @param diskBytes of input, intermediate pairs and output
 * @param rssBytes  peak of all processes
 * @param skew      pairs of the fullest subgroup over those of the mean one, behind the shuffle
 */
public record Fit(double seconds, double diskBytes, double rssBytes, double skew) {
    static final int KEY_BYTES = 8;

    /** @param processors that run tasks at once */
    public static Fit of(SyntheticConf conf, FitCosts costs, int subgroups, int processors) throws Exception {
        double inSkew = skew(conf, conf.initialKeyCount(), subgroups);
        double outSkew = skew(conf, conf.reduceKeys(), subgroups);
        double sentPairs = conf.foldsInCombiner() ? Math.min(conf.mapoutKeyCount(), (double) conf.reduceKeys() * subgroups)
                : new Emission(conf).emitted();
        double sentBytes = sentPairs * (conf.foldsInCombiner() ? conf.foldedValueLength() : conf.mapoutValueLength());
        double emittedPairs = conf.foldsInCombiner() ? conf.mapoutKeyCount() : sentPairs;
        int parallel = Math.min(subgroups, processors);
        double map = costs.inByte() * conf.initialBytes() + costs.inPair() * conf.initialKeyCount()
                + costs.emitByte() * emittedPairs * conf.mapoutValueLength() + costs.emitPair() * emittedPairs
                + seconds(conf.mapComputeNanos(), conf.mapoutKeyCount()) / parallel;
        double reduce = costs.takeByte() * sentBytes + costs.takePair() * sentPairs + costs.outByte() * conf.reduceoutBytes()
                + costs.outPair() * conf.reduceKeys() + seconds(conf.reduceComputeNanos(), conf.mapoutKeyCount()) / parallel;
        double bytes = conf.initialBytes() + sentBytes + conf.reduceoutBytes();
        double written = sentBytes + conf.reduceoutBytes() + KEY_BYTES * (sentPairs + conf.reduceKeys());
        double pairs = conf.initialKeyCount() + sentPairs + conf.reduceKeys();
        return new Fit(costs.baseSeconds() + inSkew * map + outSkew * reduce, costs.baseDisk() + bytes + costs.diskPerPair() * pairs,
                costs.memory().at(written), outSkew);
    }

    private static double seconds(long nanos, long pairs) {
        return nanos * 1e-9 * pairs;
    }

    /** Of keys from 0 on, each with as many pairs. Where tasks place pairs themselves, all subgroups are as full. */
    static double skew(SyntheticConf conf, long keys, int subgroups) {
        return switch (conf.partitionMethod()) {
            case AVERAGE -> (double) ((keys + subgroups - 1) / subgroups) * subgroups / keys;
            case LOCAL, SHIFTED -> 1;
            case HASH -> hashSkew(keys, subgroups);
        };
    }

    private static double hashSkew(long keys, int subgroups) {
        long[] counts = new long[subgroups];
        ByteSink sink = new ByteSink(KEY_BYTES);
        for (long key = 0; key < keys; key++) {
            sink.clear();
            Codecs.LONG.encode(key, sink);
            counts[KeyHash.subgroup(KeyHash.hash64(sink.array(), 0, sink.size()), subgroups)]++;
        }
        long most = 0;
        for (long count : counts) {
            most = Math.max(most, count);
        }
        return (double) most * subgroups / keys;
    }
}
