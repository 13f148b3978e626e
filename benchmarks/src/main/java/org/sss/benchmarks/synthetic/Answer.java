package org.sss.benchmarks.synthetic;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run must give in each system: sums that do not depend on any order. Immutable.
 *
 * @param inputCheck  sum of the checks of the input values that maps were given
 * @param reduceKeys  calls of reduce; differs when a key is reduced in several places
 * @param reducePairs pairs that the maps emitted, as counted by the reduces behind any fold
 * @param reduceCheck sum of their checks
 * @param outBytes    bytes of the values that the reduces emitted
 */
public record Answer(long inputPairs, long inputCheck, long reduceKeys, long reducePairs, long reduceCheck, long outPairs,
        long outBytes) {
    // Names of the counters in each system.
    public static final String INPUT_PAIRS = "synthetic.inputPairs";
    public static final String INPUT_CHECK = "synthetic.inputCheck";
    public static final String REDUCE_KEYS = "synthetic.reduceKeys";
    public static final String REDUCE_PAIRS = "synthetic.reducePairs";
    public static final String REDUCE_CHECK = "synthetic.reduceCheck";
    public static final String OUT_PAIRS = "synthetic.outPairs";
    public static final String OUT_BYTES = "synthetic.outBytes";

    /** From counters; one that is missing is 0. */
    public static Answer of(Map<String, Long> counters) {
        return new Answer(counters.getOrDefault(INPUT_PAIRS, 0L), counters.getOrDefault(INPUT_CHECK, 0L),
                counters.getOrDefault(REDUCE_KEYS, 0L), counters.getOrDefault(REDUCE_PAIRS, 0L),
                counters.getOrDefault(REDUCE_CHECK, 0L), counters.getOrDefault(OUT_PAIRS, 0L),
                counters.getOrDefault(OUT_BYTES, 0L));
    }

    /** What the parameters say must come out, where a key is reduced in one place. */
    public static Answer expected(SyntheticConf conf) {
        SyntheticValues values = new SyntheticValues(SyntheticValues.HEADER_BYTES);
        long input = 0;
        for (long i = 0; i < conf.initialKeyCount(); i++) {
            input += values.expectedCheck(i, conf.initialValueLength());
        }
        long reduce = 0;
        for (long g = 0; g < conf.mapoutKeyCount(); g++) {
            reduce += values.expectedCheck(g, conf.mapoutValueLength());
        }
        return new Answer(conf.initialKeyCount(), input, conf.reduceKeys(), conf.mapoutKeyCount(), reduce, conf.reduceKeys(),
                conf.reduceoutBytes());
    }

    /** The same as text; without what depends on the places where keys are reduced unless that is the key alone. */
    public String digest(boolean keysInOnePlace) {
        return String.format("%x-%x-%x-%x", inputPairs, inputCheck, reducePairs, reduceCheck)
                + (keysInOnePlace ? String.format("-%x-%x-%x", reduceKeys, outPairs, outBytes) : "");
    }

    /** By the names of the counters. */
    public Map<String, Long> toMap() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put(INPUT_PAIRS, inputPairs);
        counters.put(INPUT_CHECK, inputCheck);
        counters.put(REDUCE_KEYS, reduceKeys);
        counters.put(REDUCE_PAIRS, reducePairs);
        counters.put(REDUCE_CHECK, reduceCheck);
        counters.put(OUT_PAIRS, outPairs);
        counters.put(OUT_BYTES, outBytes);
        return counters;
    }
}
