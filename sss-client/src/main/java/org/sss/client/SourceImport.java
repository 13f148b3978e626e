package org.sss.client;

import java.util.List;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.api.TupleSource.Split;
import org.sss.api.TupleSource.TupleSink;
import org.sss.client.text.ImportWorkers;

/**
 * Reads a source into the writers of a group. Each writer reads a contiguous range of the splits on its own thread, so
 * that the values of a key are in the order of the source. One use.
 */
final class SourceImport<K, V> {
    private final TupleSource<K, V> source;
    private final GroupWriters<K, V> writers;
    private final Transferred done;
    private final List<Split> splits;
    private final ImportWorkers workers;

    SourceImport(TupleSource<K, V> source, GroupWriters<K, V> writers, Transferred done) {
        this.source = source;
        this.writers = writers;
        this.done = done;
        splits = source.splits();
        workers = new ImportWorkers(writers.size());
    }

    /** @throws SssException the first error of any thread */
    void run() {
        try {
            workers.run(this::share);
        } finally {
            if (!workers.allEnded()) {
                writers.abandon();
            }
        }
    }

    private void share(int writer) {
        int from = (int) ((long) splits.size() * writer / writers.size());
        int to = (int) ((long) splits.size() * (writer + 1) / writers.size());
        for (Split split : splits.subList(from, to)) {
            read(split, new Counted(writers.get(writer)));
        }
    }

    private void read(Split split, Counted to) {
        try {
            source.read(split, to);
            to.report();
        } catch (Exception e) {
            throw e instanceof SssException known
                    ? known
                    : SssException.of(e, split.description() + " of " + source.name());
        }
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
            workers.checkNotStopped();
        }
    }
}
