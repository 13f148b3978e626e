package org.sss.benchmarks.synthetic;

/** What one map task does in each system. One thread. */
public final class MapWork {
    /** Takes a pair; the value's bytes are valid during the call. */
    public interface Out {
        void pair(long key, byte[] array, int offset, int length) throws Exception;
    }

    private final SyntheticConf conf;
    private final Emission emission;
    private final SyntheticValues values;

    public MapWork(SyntheticConf conf) {
        this.conf = conf;
        emission = new Emission(conf);
        values = new SyntheticValues(conf.mapoutValueLength());
    }

    /** Looks at an input value and returns its check. */
    public long input(byte[] array, int offset, int length) {
        if (length != conf.initialValueLength() || !SyntheticValues.endsRight(array, offset, length)) {
            throw new IllegalStateException("an input value of " + length + " bytes is not the one that was written, of "
                    + conf.initialValueLength());
        }
        return SyntheticValues.checkOf(array, offset, length);
    }

    /** Emits the pairs of a map call. */
    public void emit(long call, Out out) throws Exception {
        emission.call(call, (key, pair, count, step) -> {
            Busy.compute(conf.mapComputeNanos() * count);
            int offset = values.make(SyntheticValues.checks(pair, count, step), count, conf.mapoutValueLength());
            out.pair(key, values.array(), offset, conf.mapoutValueLength());
            values.release();
        });
    }

    /** What a map call emits, for systems that take one pair at a time. */
    public Emission.Cursor cursor(long call) {
        return emission.cursor(call);
    }

    /** The value of the pair at which a cursor is, as an array of its own. */
    public byte[] copy(Emission.Cursor at) {
        Busy.compute(conf.mapComputeNanos() * at.count());
        return values.copy(SyntheticValues.checks(at.first(), at.count(), at.step()), at.count(), conf.mapoutValueLength());
    }
}
