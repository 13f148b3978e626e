package org.sss.benchmarks.synthetic;

import org.sss.api.Bytes;
import org.sss.api.Combiner;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Partitioner;
import org.sss.api.Partitioners;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;
import org.sss.benchmarks.synthetic.SyntheticConf.PartitionMethod;

/** The functions of the benchmark in SSS. One thread per copy. */
final class SssFunctions {
    private SssFunctions() {}

    /** Makes the input values. */
    static final class Input implements Mapper<Long, Long, Long, Bytes> {
        private static final long serialVersionUID = 1L;

        private final int length;
        private transient SyntheticValues values;
        private transient Bytes view;

        Input(int length) {
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

    static final class Map implements Mapper<Long, Bytes, Long, Bytes> {
        private static final long serialVersionUID = 1L;

        private final SyntheticConf conf;
        private transient MapWork work;
        private transient Bytes view;

        Map(SyntheticConf conf) {
            this.conf = conf;
        }

        @Override
        public void setup(TaskContext context) {
            work = new MapWork(conf);
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

    /** The header counts, the rest is cut to the length of a reduce's output. */
    static final class Combine implements Combiner<Long, Bytes> {
        private static final long serialVersionUID = 1L;

        private final int foldedBytes;
        private transient byte[] scratch;
        private transient Bytes view;

        Combine(SyntheticConf conf) {
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

    static final class Reduce implements Reducer<Long, Bytes, Long, Bytes> {
        private static final long serialVersionUID = 1L;

        private final SyntheticConf conf;
        private transient ReduceWork work;
        private transient Bytes view;

        Reduce(SyntheticConf conf) {
            this.conf = conf;
        }

        @Override
        public void setup(TaskContext context) {
            work = new ReduceWork(conf);
            view = new Bytes();
        }

        @Override
        public void reduce(Long key, Iterable<Bytes> values, Emitter<Long, Bytes> out) {
            work.start();
            for (Bytes value : values) {
                work.add(value.array(), value.offset(), value.length());
            }
            out.emit(key, view.set(work.array(), work.makeOutput(), conf.reduceoutValueLength()));
            work.release();
        }

        @Override
        public void close(Emitter<Long, Bytes> out) {
            work.takeCounts().forEach(out::count);
        }
    }

    /** Of the pairs of the map. */
    static Partitioner<Long, Bytes> ofMap(PartitionMethod method) {
        return switch (method) {
            case AVERAGE -> byKey();
            case LOCAL -> Partitioners.local();
            // Subgroup s belongs to node s mod nodes.
            case SHIFTED -> Partitioners.shifted(1);
            case HASH -> Partitioners.hash();
        };
    }

    /** Of the input: each task has as many pairs as any other, unless the hash is measured. */
    static Partitioner<Long, Bytes> ofInput(PartitionMethod method) {
        return method == PartitionMethod.HASH ? Partitioners.hash() : byKey();
    }

    /** Keys in turn: each is reduced in one place, unlike with pairs in turn. */
    private static Partitioner<Long, Bytes> byKey() {
        return (key, value, subgroups) -> (int) (key % subgroups);
    }
}
