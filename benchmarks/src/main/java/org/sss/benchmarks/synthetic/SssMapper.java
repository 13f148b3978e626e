package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TaskContext;

/** The map of the benchmark in SSS. One thread per copy. */
final class SssMapper implements Mapper<Long, Bytes, Long, Bytes> {
    private static final long serialVersionUID = 1L;

    private final SyntheticConfText conf;
    private transient MapWork work;
    private transient Bytes view;

    SssMapper(SyntheticConf conf) {
        this.conf = new SyntheticConfText(conf);
    }

    @Override
    public void setup(TaskContext context) {
        work = new MapWork(conf.read());
        view = new Bytes();
    }

    @Override
    public void map(Long key, Bytes value, Emitter<Long, Bytes> out) throws Exception {
        work.input(value.array(), value.offset(), value.length());
        work.emit(key, (outKey, array, offset, length) -> out.emit(outKey, view.set(array, offset, length)));
    }

    @Override
    public void close(Emitter<Long, Bytes> out) {
        work.takeCounts().forEach(out::count);
    }
}
