package org.sss.server.task.input;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.sss.net.block.RunMerge;
import org.sss.server.task.spill.SortedWalk;
import org.sss.server.task.spill.ValueSorter;
import org.sss.server.task.state.TaskState;

/**
 * The values of the current key in ascending order of their bytes: sorted when user code requests the first one. For
 * the task's thread.
 */
public final class SortedValues<V> extends KeyValues<V> {
    private final RunMerge tuples;
    private final ValueSorter sorter;
    private boolean sorted;
    /** The latest iteration, which the counts of the task do not include. */
    private SortedWalk latest;

    /** @param sorter closed by {@link #close} */
    public SortedValues(RunMerge tuples, Input<?, V> input, TaskState state, ValueSorter sorter) {
        super(input, state);
        this.tuples = tuples;
        this.sorter = sorter;
        state.addSign(() -> latest == null ? 0 : latest.position());
    }

    @Override
    public void startKey() {
        sorted = false;
        sorter.clear();
    }

    @Override
    void bufferForOthers() {
        // Sorted values are always retained.
    }

    @Override
    public Iterable<V> ofCall(Object key) {
        return new Values(key);
    }

    private final class Values extends OfCall implements Iterable<V> {
        Values(Object key) {
            super(key);
        }

        @Override
        public Iterator<V> iterator() {
            check();
            if (!sorted) {
                try {
                    sort();
                } catch (RuntimeException e) {
                    failure = e;
                    throw e;
                }
            }
            return new Walk(this);
        }
    }

    private void sort() {
        sorted = true;
        for (int keyBytes = tuples.keyLength(); tuples.nextValue(); keyBytes = 0) {
            state.read(keyBytes + tuples.valueLength());
            sorter.add(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength());
        }
        sorter.sort();
    }

    @Override
    void skipRest() {
        for (int keyBytes = tuples.keyLength(); !sorted && tuples.nextValue(); keyBytes = 0) {
            int bytes = keyBytes;
            do { // in chunks, so that no large value is assembled
                bytes += tuples.pieceLength();
            } while (tuples.nextPiece());
            state.read(bytes);
        }
    }

    @Override
    public void close() {
        sorter.close();
    }

    /** Each iteration has its own codec, since others may still use the object decoded last. */
    private final class Walk implements Iterator<V> {
        private final Input<?, V> codec = input.another();
        private final SortedWalk walk = sorter.walk();
        private final OfCall call;
        private boolean ahead;

        Walk(OfCall call) {
            this.call = call;
            latest = walk;
        }

        @Override
        public boolean hasNext() {
            call.check();
            if (!ahead && failure == null) {
                try {
                    state.checkCancelled();
                    ahead = walk.next();
                } catch (RuntimeException e) {
                    failure = e;
                    throw e;
                }
            }
            return ahead;
        }

        @Override
        public V next() {
            if (!hasNext()) {
                throw new NoSuchElementException("no further value of this key");
            }
            ahead = false;
            try {
                return codec.value(walk.array(), walk.offset(), walk.length(), tuples.key(), 0, tuples.keyLength());
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }
    }
}
