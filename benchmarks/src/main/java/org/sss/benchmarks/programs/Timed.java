package org.sss.benchmarks.programs;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import org.sss.api.CoGrouper;
import org.sss.api.CoValues;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TaskContext;
import org.sss.benchmarks.engine.Run;

/**
 * Functions that tell how long the threads that call them were at it: counters {@code thread/NAME/PHASE/WHAT} of the job, where the
 * phase is {@code map}, {@code reduce} or {@code cogroup}, from the first tuple to the last, with what it takes to read them and to
 * put away what is emitted; or {@code close}, what a function does behind the last one. What is told is {@code wall_ns},
 * {@code cpu_ns} and {@code calls}. The clocks are read thrice a task, not for each call. Stateless.
 */
final class Timed {
    private Timed() {
    }

    static <K, V, K2, V2> Mapper<K, V, K2, V2> map(Mapper<K, V, K2, V2> mapper) {
        return new TimedMapper<>(mapper);
    }

    static <K, V, K2, V2> Reducer<K, V, K2, V2> reduce(Reducer<K, V, K2, V2> reducer) {
        return new TimedReducer<>(reducer);
    }

    static <K, K2, V2> CoGrouper<K, K2, V2> coGroup(CoGrouper<K, K2, V2> grouper) {
        return new TimedCoGrouper<>(grouper);
    }

    private interface Closing {
        void run() throws Exception;
    }

    /** The clocks of one task. Used by the task's thread. */
    private static final class Clocks {
        private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
        private final TaskContext task;
        private final String prefix = Run.THREAD + Thread.currentThread().getName().replace('/', ' ') + "/";
        private long calls;
        private long wallNanos = System.nanoTime();
        private long cpuNanos = threads.getCurrentThreadCpuTime();

        Clocks(TaskContext task) {
            this.task = task;
        }

        /** The end of a task: what was until now was this phase, {@code close} is what comes. */
        void close(String phase, Closing close) throws Exception {
            phase(phase, calls);
            close.run();
            phase("close", 1);
        }

        private void phase(String phase, long phaseCalls) {
            long wall = System.nanoTime();
            long cpu = threads.getCurrentThreadCpuTime();
            task.count(prefix + phase + "/wall_ns", wall - wallNanos);
            task.count(prefix + phase + "/cpu_ns", cpu - cpuNanos);
            task.count(prefix + phase + "/calls", phaseCalls);
            wallNanos = wall;
            cpuNanos = cpu;
        }
    }

    private static final class TimedMapper<K, V, K2, V2> implements Mapper<K, V, K2, V2> {
        private static final long serialVersionUID = 1L;

        private final Mapper<K, V, K2, V2> mapper;
        private transient Clocks clocks;

        TimedMapper(Mapper<K, V, K2, V2> mapper) {
            this.mapper = mapper;
        }

        @Override
        public void setup(TaskContext context) throws Exception {
            clocks = new Clocks(context);
            mapper.setup(context);
        }

        @Override
        public void map(K key, V value, Emitter<K2, V2> out) throws Exception {
            clocks.calls++;
            mapper.map(key, value, out);
        }

        @Override
        public void close(Emitter<K2, V2> out) throws Exception {
            clocks.close("map", () -> mapper.close(out));
        }
    }

    private static final class TimedReducer<K, V, K2, V2> implements Reducer<K, V, K2, V2> {
        private static final long serialVersionUID = 1L;

        private final Reducer<K, V, K2, V2> reducer;
        private transient Clocks clocks;

        TimedReducer(Reducer<K, V, K2, V2> reducer) {
            this.reducer = reducer;
        }

        @Override
        public void setup(TaskContext context) throws Exception {
            clocks = new Clocks(context);
            reducer.setup(context);
        }

        @Override
        public void reduce(K key, Iterable<V> values, Emitter<K2, V2> out) throws Exception {
            clocks.calls++;
            reducer.reduce(key, values, out);
        }

        @Override
        public void close(Emitter<K2, V2> out) throws Exception {
            clocks.close("reduce", () -> reducer.close(out));
        }
    }

    private static final class TimedCoGrouper<K, K2, V2> implements CoGrouper<K, K2, V2> {
        private static final long serialVersionUID = 1L;

        private final CoGrouper<K, K2, V2> grouper;
        private transient Clocks clocks;

        TimedCoGrouper(CoGrouper<K, K2, V2> grouper) {
            this.grouper = grouper;
        }

        @Override
        public void setup(TaskContext context) throws Exception {
            clocks = new Clocks(context);
            grouper.setup(context);
        }

        @Override
        public void coGroup(K key, CoValues values, Emitter<K2, V2> out) throws Exception {
            clocks.calls++;
            grouper.coGroup(key, values, out);
        }

        @Override
        public void close(Emitter<K2, V2> out) throws Exception {
            clocks.close("cogroup", () -> grouper.close(out));
        }
    }
}
