package org.sss.benchmarks.synthetic;

import java.util.Map;

/**
 * What one map task does in each system; counted here, so that no system pays for counting each pair in its own way.
 * One thread.
 */
public final class MapWork {
    /** Takes a pair; the value's bytes are valid during the call. */
    public interface Out {
        void pair(long key, byte[] array, int offset, int length) throws Exception;
    }

    private final SyntheticConf conf;
    private final Emission emission;
    private final SyntheticValues values;
    private final Busy busy;
    private long inputPairs;
    private long inputCheck;

    public MapWork(SyntheticConf conf) {
        this.conf = conf;
        emission = new Emission(conf);
        values = new SyntheticValues(conf.mapoutValueLength());
        busy = Busy.of(conf.mapComputeNanos());
    }

    /** Looks at an input value. */
    public void input(byte[] array, int offset, int length) {
        if (length != conf.initialValueLength() || !SyntheticValues.endsRight(array, offset, length)) {
            throw new IllegalStateException("an input value of " + length
                    + " bytes is not the one that was written, of " + conf.initialValueLength());
        }
        inputPairs++;
        inputCheck += SyntheticValues.checkOf(array, offset, length);
    }

    /** For {@link Answer}, by name: of the input since the last call. */
    public Map<String, Long> takeCounts() {
        Map<String, Long> counts =
                Map.of(Answer.INPUT_PAIRS, inputPairs, Answer.INPUT_CHECK, Answer.counted(inputCheck));
        inputPairs = 0;
        inputCheck = 0;
        return counts;
    }

    /** Emits the pairs of a map call. */
    public void emit(long call, Out out) throws Exception {
        for (Emission.Cursor at = emission.cursor(call); at.next(); ) {
            busy.compute(at.count());
            int offset = values.make(checks(at), at.count(), conf.mapoutValueLength());
            out.pair(at.key(), values.array(), offset, conf.mapoutValueLength());
            values.release();
        }
    }

    /** What a map call emits, for systems that take one pair at a time. */
    public Emission.Cursor cursor(long call) {
        return emission.cursor(call);
    }

    /** The value of the pair at which a cursor is, as an array of its own. */
    public byte[] copy(Emission.Cursor at) {
        busy.compute(at.count());
        return values.copy(checks(at), at.count(), conf.mapoutValueLength());
    }

    private static long checks(Emission.Cursor at) {
        return SyntheticValues.checks(at.first(), at.count(), at.step());
    }
}
