package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Mapper;

/** Makes the input values of the benchmark in SSS. One thread per copy. */
final class SssInput implements Mapper<Long, Long, Long, Bytes> {
    private static final long serialVersionUID = 1L;

    private final int length;
    private transient SyntheticValues values;
    private transient Bytes view;

    SssInput(int length) {
        this.length = length;
    }

    @Override
    public void map(Long key, Long same, Emitter<Long, Bytes> out) {
        if (values == null) {
            values = new SyntheticValues(length);
            view = new Bytes();
        }
        out.emit(key, view.set(values.array(), values.make(SyntheticValues.check(key), 1, length), length));
        values.release();
    }
}
