package org.sss.server.task.input;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.sss.net.block.RunMerge;
import org.sss.server.task.state.TaskState;

/**
 * The values of the current key, decoded when user code requests them. For the task's thread.
 *
 * <pre>
 *   first walk of a key           {@link FirstWalk}, directly from the merge: only the last value of a block is buffered
 *   further walks of that key     {@link FurtherWalk}, from a second merge that follows the first one
 *   keys after the first that     {@link FurtherWalk}, all of them: values that one walk takes from the merge are buffered for
 *   was walked twice              the others, up to a limit; after that the second merge is used
 * </pre>
 */
public final class StreamedValues<V> extends KeyValues<V> {
    private final RunMerge tuples;
    private final boolean givesViews;
    private final ValueFollower follower;
    private final ValueMemory buffered;
    private boolean walked;
    private boolean keepsNext;
    /** True if all walks of this key share {@link #buffered}. */
    private boolean keeps;
    /** Number of values taken from the merge, while the values of this key are buffered. */
    private long taken;
    /** True if the merge is at a value that was not yet returned. */
    private boolean ahead;

    private int keyBytes;
    /** Bytes of the current view: checking for a further value moves the merge, which may overwrite its last block. */
    private byte[] shown = {};
    /** The latest walk, which the counts of the task do not include. */
    private FurtherWalk walk;

    /** @param bufferBytes buffer for the encoded values of a key that are iterated over more than once */
    public StreamedValues(
            RunMerge tuples, Input<?, V> input, TaskState state, ValueFollower.Opener again, int bufferBytes) {
        super(input, state);
        this.tuples = tuples;
        givesViews = input.givesViews();
        follower = new ValueFollower(again);
        buffered = new ValueMemory(bufferBytes);
        state.addSign(() -> walk == null ? 0 : walk.index);
    }

    @Override
    public void startKey() {
        walked = false;
        ahead = false;
        keyBytes = tuples.keyLength();
        keeps = keepsNext;
        if (keeps) {
            taken = 0;
            buffered.clear();
        }
    }

    @Override
    void bufferForOthers() {
        keepsNext = true;
    }

    @Override
    public Iterable<V> ofCall(Object key) {
        return new FirstWalk(key);
    }

    /** The values passed to a call, and the first walk of its key. */
    @SuppressWarnings("IterableAndIterator") // one object a key instead of two
    private final class FirstWalk extends OfCall implements Iterable<V>, Iterator<V> {
        FirstWalk(Object key) {
            super(key);
        }

        @Override
        public Iterator<V> iterator() {
            check();
            if (!walked && !keeps) {
                walked = true;
                return this;
            }
            keepsNext = true;
            walk = new FurtherWalk(this);
            return walk;
        }

        @Override
        public boolean hasNext() {
            check();
            return ahead || advance();
        }

        @Override
        public V next() {
            check();
            return take();
        }
    }

    private V take() {
        if (!ahead && !advance()) {
            throw noFurther();
        }
        ahead = false;
        try {
            count(tuples.valueLength());
            if (givesViews && tuples.isLastOfBlock()) {
                return shown();
            }
            return input.value(
                    tuples.valueArray(),
                    tuples.valueOffset(),
                    tuples.valueLength(),
                    tuples.key(),
                    0,
                    tuples.keyLength());
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** A value assembled from chunks is in a separate array. */
    private V shown() {
        byte[] array = tuples.valueArray();
        int length = tuples.valueLength();
        if (array != tuples.pieceArray()) {
            return decode(array, tuples.valueOffset());
        }
        if (shown.length < length) {
            shown = new byte[Math.max(length, 2 * shown.length)];
        }
        System.arraycopy(array, tuples.valueOffset(), shown, 0, length);
        return decode(shown, 0);
    }

    private V decode(byte[] array, int offset) {
        return input.value(array, offset, tuples.valueLength(), tuples.key(), 0, tuples.keyLength());
    }

    /** Skips in chunks, so that no large value is assembled. */
    @Override
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

    private static NoSuchElementException noFurther() {
        return new NoSuchElementException("no further value of this key");
    }

    @Override
    public void close() {
        follower.close();
    }

    /** One of several walks of a key, with its own codec, since others may still use the object decoded last. */
    private final class FurtherWalk implements Iterator<V> {
        private final Input<?, V> codec = input.another();
        private final OfCall call;
        private long index;
        private int bufferedAt;

        FurtherWalk(OfCall call) {
            this.call = call;
        }

        @Override
        public boolean hasNext() {
            call.check();
            return failure == null && hasFurther();
        }

        private boolean hasFurther() {
            return keeps && index < buffered.count() || (isFirst() ? ahead || advance() : follow());
        }

        /** Returns whether no walk has taken the next value yet. */
        private boolean isFirst() {
            return keeps && index == taken;
        }

        @Override
        public V next() {
            if (!hasNext()) {
                throw noFurther();
            }
            try {
                V value = decodeNext();
                index++;
                return value;
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }

        private boolean follow() {
            try {
                state.checkCancelled();
                return follower.moveTo(tuples.key(), tuples.keyLength(), index, state.bytesIn());
            } catch (RuntimeException e) {
                failure = e;
                throw e;
            }
        }

        private V decodeNext() {
            if (isFirst()) {
                boolean wasBuffered = take();
                if (!wasBuffered) {
                    return copied(tuples);
                }
            }
            return keeps && index < buffered.count() ? fromMemory() : copied(follower.merge());
        }

        /** Takes the next value from the merge; returns whether it is buffered. */
        private boolean take() {
            ahead = false;
            count(tuples.valueLength());
            boolean fits = buffered.count() == taken
                    && buffered.add(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength());
            taken++;
            return fits;
        }

        private V fromMemory() {
            state.checkCancelled();
            V value = codec.value(
                    buffered.array(),
                    buffered.offset(bufferedAt),
                    buffered.length(bufferedAt),
                    tuples.key(),
                    0,
                    tuples.keyLength());
            bufferedAt = buffered.next(bufferedAt);
            return value;
        }

        /**
         * Copies the value, since other walks may move the merge while the object, which may be a view, is still in
         * use.
         */
        private V copied(RunMerge merge) {
            byte[] bytes = Arrays.copyOfRange(
                    merge.valueArray(), merge.valueOffset(), merge.valueOffset() + merge.valueLength());
            return codec.value(bytes, 0, bytes.length, merge.key(), 0, merge.keyLength());
        }
    }
}
