package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Combiner;

/** The combiner of the benchmark in SSS: the header counts, the rest is cut to the length of a reduce's output. One thread. */
final class SssCombiner implements Combiner<Long, Bytes> {
    private static final long serialVersionUID = 1L;

    private final int foldedBytes;
    private transient byte[] scratch;
    private transient Bytes view;

    SssCombiner(SyntheticConf conf) {
        foldedBytes = conf.foldedValueLength();
    }

    @Override
    public Bytes combine(Long key, Bytes left, Bytes right) {
        Bytes folded = first(key, left);
        SyntheticValues.fold(scratch, 0, right.array(), right.offset());
        return folded;
    }

    /** As the combiners of the other systems do with a value that is alone. */
    @Override
    public Bytes first(Long key, Bytes value) {
        if (scratch == null) {
            scratch = new byte[foldedBytes];
            view = Bytes.of(scratch);
        }
        SyntheticValues.resize(value.array(), value.offset(), value.length(), scratch);
        return view;
    }
}
