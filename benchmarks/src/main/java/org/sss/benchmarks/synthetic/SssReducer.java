package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;

/** The reduce of the benchmark in SSS. One thread per copy. */
final class SssReducer implements Reducer<Long, Bytes, Long, Bytes> {
    private static final long serialVersionUID = 1L;

    private final SyntheticConfText conf;
    private transient ReduceWork work;
    private transient Bytes view;
    private transient int outBytes;
    private transient long keys;
    private transient long pairs;
    private transient long check;

    SssReducer(SyntheticConf conf) {
        this.conf = new SyntheticConfText(conf);
    }

    @Override
    public void setup(TaskContext context) {
        SyntheticConf read = conf.read();
        work = new ReduceWork(read);
        outBytes = read.reduceoutValueLength();
        view = new Bytes();
    }

    @Override
    public void reduce(Long key, Iterable<Bytes> values, Emitter<Long, Bytes> out) {
        work.begin();
        for (Bytes value : values) {
            work.add(value.array(), value.offset(), value.length());
        }
        out.emit(key, view.set(work.array(), work.makeOutput(), outBytes));
        work.release();
        keys++;
        pairs += work.pairs();
        check += work.check();
    }

    @Override
    public void close(Emitter<Long, Bytes> out) {
        out.count(Answer.REDUCE_KEYS, keys);
        out.count(Answer.REDUCE_PAIRS, pairs);
        out.count(Answer.REDUCE_CHECK, check);
    }
}
