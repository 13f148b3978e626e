package org.sss.server.task;

import java.util.Iterator;
import java.util.NoSuchElementException;
import org.sss.net.block.RunMerge;

/**
 * The values of the current key, decoded as the reducer asks for them; used again for the next key. Used by the task's
 * thread.
 */
final class ValuesOnce<V> implements Iterable<V>, Iterator<V> {
    private final RunMerge tuples;
    private final Input<?, V> input;
    private final TaskState state;
    private boolean walked;
    /** The merge stands at a value that was not handed out yet. */
    private boolean ahead;
    private int keyBytes;
    private RuntimeException failure;

    ValuesOnce(RunMerge tuples, Input<?, V> input, TaskState state) {
        this.tuples = tuples;
        this.input = input;
        this.state = state;
    }

    void beginKey() {
        walked = false;
        ahead = false;
        keyBytes = tuples.keyLength();
    }

    @Override
    public Iterator<V> iterator() {
        if (walked) {
            throw new IllegalStateException("the values of a key can be walked once, as they are streamed from the store;"
                    + " keep in a collection what is needed twice");
        }
        walked = true;
        return this;
    }

    @Override
    public boolean hasNext() {
        return ahead || advance();
    }

    @Override
    public V next() {
        if (!ahead && !advance()) {
            throw new NoSuchElementException("no further value of this key");
        }
        ahead = false;
        try {
            count(tuples.valueLength());
            return input.value(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength(),
                    tuples.key(), 0, tuples.keyLength());
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** Walks and counts the values that the reducer did not ask for, piece by piece. */
    void skipRest() {
        while (ahead || advance()) {
            ahead = false;
            int valueBytes = 0;
            do {
                valueBytes += tuples.pieceLength();
            } while (tuples.nextPiece());
            count(valueBytes);
        }
    }

    /** A reducer that swallowed a reading error has not seen all values: the task fails all the same. */
    void checkRead(Object key, TaskErrors errors) {
        if (failure != null) {
            throw errors.ofUser(failure, key);
        }
    }

    private boolean advance() {
        try {
            ahead = failure == null && tuples.nextValue();
            return ahead;
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    private void count(int valueBytes) {
        state.read(keyBytes + valueBytes);
        keyBytes = 0;
    }
}
