package org.sss.server.task.input;

import java.util.Arrays;
import java.util.List;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.block.RunMerge;
import org.sss.server.task.state.TaskErrors;

/** One of the groups of a co-group and the position of its merge. For the task's thread. */
public final class CoInput<V> implements AutoCloseable {
    private final TupleGroup<?, V> group;
    private final RunMerge tuples;
    private final StreamedValues<V> values;
    private boolean ended;
    /** True if the merge is at the key of the co-group, so that its values are available. */
    private boolean present;
    /** The group object used last: functions usually use the same object for a group. */
    private TupleGroup<?, ?> named;
    /** Values of the current key, once requested. */
    private Iterable<V> ofKey;

    /** Null if nothing is checked. */
    private final PlaceCheck<?, ?> places;

    /**
     * Takes ownership of the merge and the values.
     *
     * @param places check of the subgroup of each key; null for none
     */
    public CoInput(TupleGroup<?, V> group, RunMerge tuples, StreamedValues<V> values, PlaceCheck<?, ?> places) {
        this.places = places;
        this.group = group;
        named = group;
        this.tuples = tuples;
        this.values = values;
    }

    boolean next() {
        ended = !tuples.nextKey();
        return !ended;
    }

    boolean hasEnded() {
        return ended;
    }

    RunMerge tuples() {
        return tuples;
    }

    int compareKey(CoInput<?> other) {
        return Arrays.compareUnsigned(
                tuples.key(), 0, tuples.keyLength(), other.tuples.key(), 0, other.tuples.keyLength());
    }

    void start(boolean hasKey) {
        present = hasKey;
        ofKey = null;
        if (hasKey) {
            values.startKey();
        }
    }

    boolean isPresent() {
        return present;
    }

    void checkRead(Object key, TaskErrors errors) {
        values.checkRead(key, errors);
    }

    /** Called for inputs that are present; the merge stays at the key. */
    void endKey() {
        values.endKey();
    }

    /** Called after {@link #endKey}. */
    void moveOn() {
        present = false;
        next();
    }

    boolean isOf(TupleGroup<?, ?> other) {
        return group.name().equals(other.name());
    }

    /** @throws SssException TYPE_MISMATCH if {@code other}, of the same name, has another value codec */
    @SuppressWarnings("ReferenceEquality") // a shortcut
    void checkValues(TupleGroup<?, ?> other) {
        if (other != named) {
            if (!givesTheSame(group.values(), other.values())) {
                throw new SssException(
                        ErrorCode.TYPE_MISMATCH,
                        "group '" + group.name() + "' was given to the job with values of "
                                + text(group.values()) + " and is requested with those of " + text(other.values())
                                + "; use"
                                + " the same TupleGroup for both");
            }
            named = other;
        }
    }

    /**
     * Codecs of the same class and name are regarded as equal, since users' codecs need not override equals; built-in
     * ones do.
     */
    private static boolean givesTheSame(Codec<?> one, Codec<?> other) {
        boolean isOurs = one.getClass().getPackage() == Codec.class.getPackage();
        return one.equals(other)
                || Codecs.isEncoded(one) && Codecs.isEncoded(other)
                || !isOurs && one.getClass() == other.getClass() && one.name().equals(other.name());
    }

    private static String text(Codec<?> codec) {
        return "type '" + codec.name() + "' (" + codec.getClass().getName() + ")";
    }

    Iterable<V> values(Object key) {
        if (ofKey == null) {
            ofKey = present ? valuesOf(key) : List.of();
        }
        return ofKey;
    }

    private Iterable<V> valuesOf(Object key) {
        Iterable<V> all = values.ofCall(key);
        return places == null ? all : places.checking(tuples, all);
    }

    @Override
    public void close() {
        try (tuples) {
            values.close();
        }
    }
}
