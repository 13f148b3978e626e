package org.sss.spark.run;

import java.util.Collections;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.apache.spark.api.java.JavaPairRDD;
import org.apache.spark.api.java.JavaRDD;
import org.apache.spark.storage.StorageLevel;
import scala.Tuple2;

/**
 * What a run of a job has sent, by subgroup, as long as an output of it is needed: Spark has it in the files of its
 * shuffle, and on the disks of those that read it if it is read more than once. For the driver's thread.
 */
final class MovedChunks {
    private final JavaPairRDD<Integer, byte[]> chunks;
    private final int subgroups;
    private boolean persisted;
    private int holders;

    MovedChunks(JavaPairRDD<Integer, byte[]> chunks, int subgroups) {
        this.chunks = chunks;
        this.subgroups = subgroups;
    }

    JavaPairRDD<Integer, byte[]> chunks() {
        return chunks;
    }

    /** Before anything reads it. */
    void persist(StorageLevel level) {
        chunks.persist(level);
        persisted = true;
    }

    /** Another output of it is held. */
    void hold() {
        holders++;
    }

    /** An output is not needed any more. */
    void release() {
        holders--;
        if (holders == 0) {
            unpersist();
        }
    }

    void unpersist() {
        if (persisted) {
            chunks.unpersist(false);
            persisted = false;
        }
    }

    /**
     * Returns the chunks of an output by the number under which a task knows the group; a partition for each subgroup,
     * and an empty one.
     */
    JavaRDD<Tuple2<Integer, byte[]>> of(int output, int input) {
        int last = subgroups;
        return chunks.mapPartitionsWithIndex(
                (partition, all) -> partition == last ? Collections.emptyIterator() : new Of(all, output, input), true);
    }

    private static final class Of implements Iterator<Tuple2<Integer, byte[]>> {
        private final Iterator<Tuple2<Integer, byte[]>> all;
        private final int output;
        private final Integer input;
        private byte[] next;

        Of(Iterator<Tuple2<Integer, byte[]>> all, int output, int input) {
            this.all = all;
            this.output = output;
            this.input = input;
        }

        @Override
        public boolean hasNext() {
            while (next == null && all.hasNext()) {
                byte[] chunk = all.next()._2();
                next = Chunk.output(chunk) == output ? chunk : null;
            }
            return next != null;
        }

        @Override
        public Tuple2<Integer, byte[]> next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            Tuple2<Integer, byte[]> tuple = new Tuple2<>(input, next);
            next = null;
            return tuple;
        }
    }
}
