package org.sss.client;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.api.TupleSource.Split;
import org.sss.api.TupleSource.TupleSink;

/**
 * Reads a source into the writers of a group. Each writer takes splits that are next to each other, on a thread of its own, so
 * that the values of a key are in the order of the source. One use.
 */
final class SourceImport<K, V> {
    private final TupleSource<K, V> source;
    private final GroupWriters<K, V> writers;
    private final Transferred done;
    private final List<Split> splits;
    private final AtomicBoolean stopped = new AtomicBoolean();

    SourceImport(TupleSource<K, V> source, GroupWriters<K, V> writers, Transferred done) {
        this.source = source;
        this.writers = writers;
        this.done = done;
        splits = source.splits();
    }

    void run() {
        ExecutorService pool = Executors.newFixedThreadPool(writers.size(), work -> {
            Thread thread = new Thread(work, "sss-import");
            thread.setDaemon(true);
            return thread;
        });
        List<Future<?>> workers = new ArrayList<>();
        try {
            for (int i = 0; i < writers.size(); i++) {
                int writer = i;
                workers.add(pool.submit(() -> share(writer)));
            }
            awaitAll(workers);
        } finally {
            stopped.set(true);
            pool.shutdownNow();
        }
    }

    private void share(int writer) {
        int from = (int) ((long) splits.size() * writer / writers.size());
        int to = (int) ((long) splits.size() * (writer + 1) / writers.size());
        try {
            for (Split split : splits.subList(from, to)) {
                read(split, new Counted(writers.get(writer)));
            }
        } catch (RuntimeException e) {
            stopped.set(true);
            throw e;
        }
    }

    private void read(Split split, Counted to) {
        try {
            source.read(split, to);
            to.report();
        } catch (Exception e) {
            throw e instanceof SssException known ? known : SssException.of(e, split.description() + " of " + source.name());
        }
    }

    /** The first error by the order of the splits. */
    private void awaitAll(List<Future<?>> workers) {
        ExecutionException first = null;
        for (Future<?> worker : workers) {
            try {
                worker.get();
            } catch (ExecutionException e) {
                boolean isCause = first == null || isStop(first) && !isStop(e);
                first = isCause ? e : first;
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw Interrupted.during("the import");
            }
        }
        if (first != null) {
            throw SssException.of(first, "import");
        }
    }

    private static boolean isStop(ExecutionException e) {
        return e.getCause() instanceof SssException known && known.code() == org.sss.api.ErrorCode.CANCELLED;
    }

    /** Appends to one writer. */
    private final class Counted implements TupleSink<K, V> {
        private static final int REPORTED_TUPLES = 4096;

        private final GroupWriter<K, V> writer;
        private int tuples;
        private long bytes;

        Counted(GroupWriter<K, V> writer) {
            this.writer = writer;
        }

        @Override
        public void accept(K key, V value) {
            writer.append(key, value);
            if (++tuples >= REPORTED_TUPLES) {
                report();
            }
        }

        @Override
        public void bytes(long count) {
            bytes += count;
        }

        void report() {
            done.add(tuples, bytes);
            tuples = 0;
            bytes = 0;
            if (stopped.get()) {
                throw Interrupted.during("the import");
            }
        }
    }
}
