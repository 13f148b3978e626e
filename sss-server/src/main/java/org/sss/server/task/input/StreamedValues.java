package org.sss.server.task.input;

import java.util.Arrays;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.sss.net.block.RunMerge;
import org.sss.server.task.state.TaskState;

/**
 * The values of the current key, decoded as user code asks for them. Used by the task's thread.
 *
 * <pre>
 *   first walk of a key           {@link FirstWalk}, straight from the merge: nothing is kept but the last value of a block
 *   further walks of that key     {@link FurtherWalk}, from a second merge that follows the first one
 *   keys after the first that     {@link FurtherWalk}, all of them: what one walk takes from the merge is kept in memory for
 *   was walked twice              the others, up to a limit, and behind that the second merge is asked
 * </pre>
 */
public final class StreamedValues<V> extends KeyValues<V> {
    private final RunMerge tuples;
    private final boolean givesViews;
    private final ValueFollower follower;
    private final ValueMemory kept;
    private boolean walked;
    private boolean keepsNext;
    /** Whether all walks of this key share {@link #kept}. */
    private boolean keeps;
    /** While this key's values are kept: how many were taken from the merge. */
    private long taken;
    /** The merge stands at a value that was not handed out yet. */
    private boolean ahead;
    private int keyBytes;
    /** Bytes that a view shows: to ask whether there is a further value moves the merge, which may read a block over its last one. */
    private byte[] shown = {};
    /** The latest one that the counts of the task do not tell of. */
    private FurtherWalk walk;

    /** @param keptBytes of the encoded values of one key, for those that are walked more than once */
    public StreamedValues(RunMerge tuples, Input<?, V> input, TaskState state, ValueFollower.Opener again, int keptBytes) {
        super(input, state);
        this.tuples = tuples;
        givesViews = input.givesViews();
        follower = new ValueFollower(again);
        kept = new ValueMemory(keptBytes);
        state.addSign(() -> walk == null ? 0 : walk.index);
    }

    @Override
    public void beginKey() {
        walked = false;
        ahead = false;
        keyBytes = tuples.keyLength();
        keeps = keepsNext;
        if (keeps) {
            taken = 0;
            kept.clear();
        }
    }

    @Override
    void keepForOthers() {
        keepsNext = true;
    }

    @Override
    public Iterable<V> ofCall(Object key) {
        return new FirstWalk(key);
    }

    /** What a call is given, and the first walk of its key. */
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
            return input.value(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength(),
                    tuples.key(), 0, tuples.keyLength());
        } catch (RuntimeException e) {
            failure = e;
            throw e;
        }
    }

    /** A value that was put together of pieces lies apart from the blocks. */
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

    /** Piece by piece, so that no large value is put together. */
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

    /** One of several walks of a key, with a codec of its own, as others may still use the object that was decoded last. */
    private final class FurtherWalk implements Iterator<V> {
        private final Input<?, V> codec = input.another();
        private final OfCall call;
        private long index;
        private int keptAt;

        FurtherWalk(OfCall call) {
            this.call = call;
        }

        @Override
        public boolean hasNext() {
            call.check();
            return failure == null && hasFurther();
        }

        private boolean hasFurther() {
            return keeps && index < kept.count() || (isFirst() ? ahead || advance() : follow());
        }

        /** Whether the value that is to come was not taken by any walk. */
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
                boolean wasKept = take();
                if (!wasKept) {
                    return copied(tuples);
                }
            }
            return keeps && index < kept.count() ? fromMemory() : copied(follower.merge());
        }

        /** Takes the next value from the merge; returns whether it is kept. */
        private boolean take() {
            ahead = false;
            count(tuples.valueLength());
            boolean fits = kept.count() == taken
                    && kept.add(tuples.valueArray(), tuples.valueOffset(), tuples.valueLength());
            taken++;
            return fits;
        }

        private V fromMemory() {
            state.checkCancelled();
            V value = codec.value(kept.array(), kept.offset(keptAt), kept.length(keptAt), tuples.key(), 0, tuples.keyLength());
            keptAt = kept.next(keptAt);
            return value;
        }

        /** Others may move the merge while the object, which may be a view of the bytes, is still in use. */
        private V copied(RunMerge merge) {
            byte[] bytes = Arrays.copyOfRange(merge.valueArray(), merge.valueOffset(), merge.valueOffset() + merge.valueLength());
            return codec.value(bytes, 0, bytes.length, merge.key(), 0, merge.keyLength());
        }
    }
}
