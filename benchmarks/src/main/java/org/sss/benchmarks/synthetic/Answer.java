package org.sss.benchmarks.synthetic;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a run must give in each system: sums that do not depend on any order. Immutable.
 *
 * @param inputCheck  sum of the checks of the input values that maps were given
 * @param reduceKeys  calls of reduce; differs when a key is reduced in several places
 * @param reducePairs pairs that the maps emitted, as counted by the reduces after any fold
 * @param reduceCheck sum of their checks
 * @param outPairs    pairs that are stored when the job has ended, see {@link StoredOutput}
 * @param outBytes    bytes of their values
 * @param outCheck    sum of their checks
 */
public record Answer(long inputPairs, long inputCheck, long reduceKeys, long reducePairs, long reduceCheck,
        long outPairs,
        long outBytes, long outCheck) {
    // Names of the counters in each system.
    public static final String INPUT_PAIRS = "synthetic.inputPairs";
    /** Checks are sums modulo 2^64, which counters do not take: their lower and upper 32 bits are counted apart. */
    public static final String INPUT_CHECK_LOW = "synthetic.inputCheckLow";
    public static final String INPUT_CHECK_HIGH = "synthetic.inputCheckHigh";
    public static final String REDUCE_KEYS = "synthetic.reduceKeys";
    public static final String REDUCE_PAIRS = "synthetic.reducePairs";
    public static final String REDUCE_CHECK_LOW = "synthetic.reduceCheckLow";
    public static final String REDUCE_CHECK_HIGH = "synthetic.reduceCheckHigh";
    private static final int HALF_BITS = 32;
    private static final long LOW_BITS = (1L << HALF_BITS) - 1;

    /** From counters, without the output; one that is missing is 0. */
    public static Answer of(Map<String, Long> counters) {
        return new Answer(counters.getOrDefault(INPUT_PAIRS, 0L), check(counters, INPUT_CHECK_LOW, INPUT_CHECK_HIGH),
                counters.getOrDefault(REDUCE_KEYS, 0L), counters.getOrDefault(REDUCE_PAIRS, 0L),
                check(counters, REDUCE_CHECK_LOW, REDUCE_CHECK_HIGH), 0, 0, 0);
    }

    private static long check(Map<String, Long> counters, String low, String high) {
        return counters.getOrDefault(low, 0L) + (counters.getOrDefault(high, 0L) << HALF_BITS);
    }

    static long low(long check) {
        return check & LOW_BITS;
    }

    static long high(long check) {
        return check >>> HALF_BITS;
    }

    /** With the output that is stored. */
    public Answer withOutput(long pairs, long bytes, long check) {
        return new Answer(inputPairs, inputCheck, reduceKeys, reducePairs, reduceCheck, pairs, bytes, check);
    }

    /** What the parameters say must come out, where a key is reduced in one place. */
    public static Answer expected(SyntheticConf conf) {
        SyntheticValues values = new SyntheticValues(SyntheticValues.HEADER_BYTES);
        long input = 0;
        for (long i = 0; i < conf.initialKeyCount(); i++) {
            input += values.expectedCheck(i, conf.initialValueLength());
        }
        long reduce = 0;
        long out = 0;
        int header = Math.min(SyntheticValues.HEADER_BYTES, conf.reduceoutValueLength());
        for (long key = 0; key < conf.reduceKeys(); key++) {
            long sum = 0;
            long pairs = 0;
            for (long g = key; g < conf.mapoutKeyCount(); g += conf.mapoutUniqueKeyCount()) {
                sum += values.expectedCheck(g, conf.mapoutValueLength());
                pairs++;
            }
            reduce += sum;
            out += StoredOutput.checkOf(key, values.copy(sum, pairs, header), 0, header);
        }
        return new Answer(conf.initialKeyCount(), input, conf.reduceKeys(), conf.mapoutKeyCount(), reduce,
                conf.reduceKeys(),
                conf.reduceoutBytes(), out);
    }

    /**
     * The same as text. Where keys are reduced in several places, of the output only whether each reduced key is
     * stored, with a value as long as it is to be: the rest depends on the places.
     */
    public String digest(SyntheticConf conf) {
        return String.format("%x-%x-%x-%x", inputPairs, inputCheck, reducePairs, reduceCheck)
                + (conf.partitionMethod().followsKeys()
                ? String.format("-%x-%x-%x-%x", reduceKeys, outPairs, outBytes, outCheck)
                : String.format("-%x-%x", reduceKeys - outPairs, outBytes - outPairs * conf.reduceoutValueLength()));
    }

    /** What is counted, by name. */
    public Map<String, Long> toMap() {
        Map<String, Long> counters = new LinkedHashMap<>();
        counters.put(INPUT_PAIRS, inputPairs);
        counters.put(INPUT_CHECK_LOW, low(inputCheck));
        counters.put(INPUT_CHECK_HIGH, high(inputCheck));
        counters.put(REDUCE_KEYS, reduceKeys);
        counters.put(REDUCE_PAIRS, reducePairs);
        counters.put(REDUCE_CHECK_LOW, low(reduceCheck));
        counters.put(REDUCE_CHECK_HIGH, high(reduceCheck));
        return counters;
    }
}
