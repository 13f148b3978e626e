package org.sss.benchmarks.synthetic;

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
public record Answer(
        long inputPairs,
        long inputCheck,
        long reduceKeys,
        long reducePairs,
        long reduceCheck,
        long outPairs,
        long outBytes,
        long outCheck) {
    // Names of the counters in each system.
    public static final String INPUT_PAIRS = "synthetic.inputPairs";
    public static final String INPUT_CHECK = "synthetic.inputCheck";
    public static final String REDUCE_KEYS = "synthetic.reduceKeys";
    public static final String REDUCE_PAIRS = "synthetic.reducePairs";
    public static final String REDUCE_CHECK = "synthetic.reduceCheck";
    /** Of checks, which are sums modulo 2^64: so that counters can add those of all tasks. */
    private static final long COUNTED_BITS = (1L << 40) - 1;

    public Answer {
        inputCheck &= COUNTED_BITS;
        reduceCheck &= COUNTED_BITS;
    }

    /** From counters, without the output; one that is missing is 0. */
    public static Answer of(Map<String, Long> counters) {
        return new Answer(
                counters.getOrDefault(INPUT_PAIRS, 0L),
                counters.getOrDefault(INPUT_CHECK, 0L),
                counters.getOrDefault(REDUCE_KEYS, 0L),
                counters.getOrDefault(REDUCE_PAIRS, 0L),
                counters.getOrDefault(REDUCE_CHECK, 0L),
                0,
                0,
                0);
    }

    /** What a task counts of a sum of checks. */
    static long counted(long check) {
        return check & COUNTED_BITS;
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
        return new Answer(
                conf.initialKeyCount(),
                input,
                conf.reduceKeys(),
                conf.mapoutKeyCount(),
                reduce,
                conf.reduceKeys(),
                conf.reduceoutBytes(),
                out);
    }

    /**
     * The same as text. Where keys are reduced in several places, of the output only whether each reduced key is
     * stored, with a value as long as it is to be: the rest depends on the places.
     */
    public String digest(SyntheticConf conf) {
        return String.format("%x-%x-%x-%x", inputPairs, inputCheck, reducePairs, reduceCheck)
                + (conf.partitionMethod().followsKeys()
                        ? String.format("-%x-%x-%x-%x", reduceKeys, outPairs, outBytes, outCheck)
                        : String.format(
                                "-%x-%x", reduceKeys - outPairs, outBytes - outPairs * conf.reduceoutValueLength()));
    }

    /** What is counted, by name. */
    public Map<String, Long> toMap() {
        return Map.of(
                INPUT_PAIRS,
                inputPairs,
                INPUT_CHECK,
                inputCheck,
                REDUCE_KEYS,
                reduceKeys,
                REDUCE_PAIRS,
                reducePairs,
                REDUCE_CHECK,
                reduceCheck);
    }
}
