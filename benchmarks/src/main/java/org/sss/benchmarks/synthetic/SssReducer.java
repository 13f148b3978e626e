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
    }

    @Override
    public void close(Emitter<Long, Bytes> out) {
        work.takeCounts().forEach(out::count);
    }
}
