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

/** One of the groups of a co-group: where its merge stands. Used by the task's thread. */
public final class CoInput<V> implements AutoCloseable {
    private final TupleGroup<?, V> group;
    private final RunMerge tuples;
    private final StreamedValues<V> values;
    private boolean ended;
    /** Whether the merge stands at the key of the co-group, whose values are to be had. */
    private boolean present;
    /** By which values were asked for last: functions name a group by the same object as a rule. */
    private TupleGroup<?, ?> named;
    /** Of the current key, once they were asked for. */
    private Iterable<V> ofKey;

    /** Closes both merge and values with itself. */
    public CoInput(TupleGroup<?, V> group, RunMerge tuples, StreamedValues<V> values) {
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
        return Arrays.compareUnsigned(tuples.key(), 0, tuples.keyLength(), other.tuples.key(), 0, other.tuples.keyLength());
    }

    void begin(boolean hasKey) {
        present = hasKey;
        ofKey = null;
        if (hasKey) {
            values.beginKey();
        }
    }

    boolean isPresent() {
        return present;
    }

    void checkRead(Object key, TaskErrors errors) {
        values.checkRead(key, errors);
    }

    /** To be called for those that are present; the merge stays at the key. */
    void endKey() {
        values.endKey();
    }

    /** To be called after {@link #endKey}. */
    void moveOn() {
        present = false;
        next();
    }

    boolean isOf(TupleGroup<?, ?> other) {
        return group == other || group.name().equals(other.name());
    }

    /** @throws SssException TYPE_MISMATCH when {@code other}, of the same name, has values of another codec than these are decoded with */
    void checkValues(TupleGroup<?, ?> other) {
        if (other != named) {
            if (!givesTheSame(group.values(), other.values())) {
                throw new SssException(ErrorCode.TYPE_MISMATCH, "group '" + group.name() + "' was given to the job with values of "
                        + text(group.values()) + " and is asked for those of " + text(other.values()) + "; use the same TupleGroup for both");
            }
            named = other;
        }
    }

    /** Two codecs of one class and name are taken for the same, as those of users need not have an equals; ours have. */
    private static boolean givesTheSame(Codec<?> one, Codec<?> other) {
        boolean isOurs = one.getClass().getPackage() == Codec.class.getPackage();
        return one.equals(other) || Codecs.isEncoded(one) && Codecs.isEncoded(other)
                || !isOurs && one.getClass() == other.getClass() && one.name().equals(other.name());
    }

    private static String text(Codec<?> codec) {
        return "type '" + codec.name() + "' (" + codec.getClass().getName() + ")";
    }

    Iterable<V> values(Object key) {
        if (ofKey == null) {
            ofKey = present ? values.ofCall(key) : List.of();
        }
        return ofKey;
    }

    @Override
    public void close() {
        try (tuples) {
            values.close();
        }
    }
}
