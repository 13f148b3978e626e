package org.sss.server.task.input;

import java.util.List;
import org.sss.api.Bytes;
import org.sss.api.CoGrouper;
import org.sss.api.CoValues;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Calls a co-grouper for each key of the same subgroup of several groups, in ascending order: a merge of their merges,
 * without a shuffle, since groups that are partitioned alike have a key in the same subgroup. For the task's thread.
 */
public final class CoGroupTask<K> {
    private final Input<K, ?> keys;
    private final CoInput<?>[] inputs;
    private final TaskErrors errors;
    private final FailurePolicy failures;
    private final TaskState state;
    /** Number of completed calls: detects objects of earlier calls. */
    private long calls;

    /** @param keys decodes the keys of all inputs */
    public CoGroupTask(
            Input<K, ?> keys, List<CoInput<?>> inputs, TaskErrors errors, FailurePolicy failures, TaskState state) {
        this.keys = keys;
        this.inputs = inputs.toArray(CoInput<?>[]::new);
        this.errors = errors;
        this.failures = failures;
        this.state = state;
    }

    public <K2, V2> void run(CoGrouper<K, K2, V2> grouper, TaskContext task, Emitter<K2, V2> out) {
        state.at("setup");
        errors.inUserCode("setup", () -> grouper.setup(task));
        state.at(this::keyText);
        groupAll(grouper, out);
        keys.endKeys();
        state.at("close");
        errors.inUserCode("close", () -> grouper.close(out));
    }

    private <K2, V2> void groupAll(CoGrouper<K, K2, V2> grouper, Emitter<K2, V2> out) {
        for (CoInput<?> input : inputs) {
            input.next();
        }
        long calls = 0;
        for (CoInput<?> smallest = smallest(); smallest != null; smallest = smallest()) {
            calls++;
            K key = keys.key(smallest.tuples().key(), 0, smallest.tuples().keyLength());
            start(smallest);
            long before = state.tuplesIn();
            try {
                grouper.coGroup(key, new OfKey(key), out);
            } catch (Throwable t) {
                errors.caught(t);
                checkRead(key);
                failures.failed(
                        t,
                        key,
                        new Bytes()
                                .set(
                                        smallest.tuples().key(),
                                        0,
                                        smallest.tuples().keyLength()),
                        new Bytes());
            }
            checkRead(key);
            endKey();
            state.heavyKeys()
                    .add(key, smallest.tuples().key(), smallest.tuples().keyLength(), state.tuplesIn() - before);
            moveOn();
        }
        state.calledForKeys(calls);
    }

    /** Describes the current key, for other threads. */
    private String keyText() {
        for (CoInput<?> input : inputs) {
            if (input.isPresent()) {
                return keys.keyText(input.tuples().key(), 0, input.tuples().keyLength());
            }
        }
        return "a key";
    }

    /**
     * Returns the input with the smallest key, or null if all have ended. A linear search is sufficient for few inputs.
     */
    private CoInput<?> smallest() {
        CoInput<?> smallest = null;
        for (CoInput<?> input : inputs) {
            if (!input.hasEnded() && (smallest == null || input.compareKey(smallest) < 0)) {
                smallest = input;
            }
        }
        return smallest;
    }

    private void start(CoInput<?> smallest) {
        for (CoInput<?> input : inputs) {
            input.start(!input.hasEnded() && (input == smallest || input.compareKey(smallest) == 0));
        }
    }

    private void checkRead(K key) {
        for (CoInput<?> input : inputs) {
            input.checkRead(key, errors);
        }
    }

    /** Skips the remaining values, and leaves all merges at the key, so that it can be reported without a copy. */
    private void endKey() {
        calls++;
        for (CoInput<?> input : inputs) {
            if (input.isPresent()) {
                input.endKey();
            }
        }
    }

    private void moveOn() {
        for (CoInput<?> input : inputs) {
            if (input.isPresent()) {
                input.moveOn();
            }
        }
    }

    /** The values passed to one call. */
    private final class OfKey implements CoValues {
        private final K key;
        private final long call = calls;

        OfKey(K key) {
            this.key = key;
        }

        /** The check of the codec ensures that the group has values of that type. */
        @Override
        @SuppressWarnings("unchecked")
        public <V> Iterable<V> of(TupleGroup<?, V> group) {
            check();
            CoInput<?> input = find(group);
            input.checkValues(group);
            return (Iterable<V>) input.values(key);
        }

        @Override
        public boolean has(TupleGroup<?, ?> group) {
            check();
            return find(group).isPresent();
        }

        private void check() {
            state.checkThread("a method of the values of a key");
            if (call != calls) {
                throw state.fail(TaskErrors.usedLate("the values of " + KeyValues.earlier(keys, key)));
            }
        }
    }

    private CoInput<?> find(TupleGroup<?, ?> group) {
        for (CoInput<?> input : inputs) {
            if (input.isOf(group)) {
                return input;
            }
        }
        throw new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "the job does not read group '" + group.name()
                        + "'; it reads those that were given to coGroup or join");
    }
}
