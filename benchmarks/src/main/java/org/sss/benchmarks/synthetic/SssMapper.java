package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Mapper;

/** The map of the benchmark in SSS. One thread per copy. */
final class SssMapper implements Mapper<Long, Bytes, Long, Bytes> {
    private static final long serialVersionUID = 1L;

    private final SyntheticConfText conf;
    private transient MapWork work;
    private transient Bytes view;
    private transient long call;

    SssMapper(SyntheticConf conf) {
        this.conf = new SyntheticConfText(conf);
    }

    @Override
    public void map(Long key, Bytes value, Emitter<Long, Bytes> out) throws Exception {
        if (work == null) {
            work = new MapWork(conf.read());
            view = new Bytes();
        }
        call = key;
        out.count(Answer.INPUT_PAIRS, 1);
        out.count(Answer.INPUT_CHECK, work.input(value.array(), value.offset(), value.length()));
        work.emit(key, (outKey, array, offset, length) -> out.emit(outKey, view.set(array, offset, length)));
    }

    /** The key of the call that is running. */
    long call() {
        return call;
    }
}
