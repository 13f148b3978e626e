package org.sss.server.task.side;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.TaskSpec.SideGroup;
import org.sss.server.task.input.EncodedTuples;
import org.sss.server.task.state.TaskErrors;

/**
 * The side groups of one workflow that a node has in memory, as maps or encoded: the first task that needs one loads
 * it, others wait for it. Dropped groups are released; tasks that have the content retain it. Thread-safe.
 */
public final class SideMaps implements AutoCloseable {
    private static final int LOOK_MILLIS = 500;

    private final SideMemory memory;
    /** Guarded by this. */
    private final Map<Wanted, Loaded> groups = new HashMap<>();

    /** Form of a group in memory, and its approximate size. */
    private enum Form {
        MAP("as a map", "Use get and getAll, which look up single keys", 2, 120),
        TUPLES(
                "in memory",
                "Filter it by a Map before, or let a cross use the other group as its small one",
                1,
                EncodedTuples.HEAD_BYTES);

        private final String words;
        private final String remedy;
        /** Memory for each byte of keys and values. */
        private final int bytesPerByte;
        /** Memory for each tuple, besides that. */
        private final int bytesPerTuple;

        Form(String words, String remedy, int bytesPerByte, int bytesPerTuple) {
            this.words = words;
            this.remedy = remedy;
            this.bytesPerByte = bytesPerByte;
            this.bytesPerTuple = bytesPerTuple;
        }

        long bytes(SideGroup group) {
            return bytesPerByte * group.dataBytes() + bytesPerTuple * group.tuples();
        }
    }

    /** @param types types of a map: jobs of one workflow may read a group with different types */
    private record Wanted(long group, Form form, Object types) {}

    /** One group. */
    private static final class Loaded {
        final CompletableFuture<Object> all = new CompletableFuture<>();
        private volatile BooleanSupplier cancelled;
        /**
         * For a map, each key with its only value, or null if not yet requested. Guarded by the maps, like the fields
         * below.
         */
        Map<?, ?> single;

        long takenBytes;

        /** @param cancelled whether the task that loads it must end */
        Loaded(BooleanSupplier cancelled) {
            this.cancelled = cancelled;
        }

        /** Returns whether the loader was abandoned; it may be in user code that never returns. */
        boolean isAbandoned() {
            return cancelled.getAsBoolean();
        }

        /** Releases the reference to the task, which retains the data it read last. */
        void over() {
            cancelled = () -> false;
        }
    }

    public SideMaps(SideMemory memory) {
        this.memory = memory;
    }

    /**
     * @param types     equal for callers that use the same types for the group's keys and values
     * @param loader    called once for all tasks of the workflow, by the thread of one of them
     * @param cancelled whether the calling task must end; then others load the group themselves
     */
    @SuppressWarnings("unchecked") // guaranteed by types
    <K, V> Map<K, List<V>> get(
            SideGroup group, Object types, String name, Supplier<Map<K, List<V>>> loader, BooleanSupplier cancelled) {
        Wanted wanted = new Wanted(group.id(), Form.MAP, types);
        return (Map<K, List<V>>) hold(wanted, group, name, () -> Collections.unmodifiableMap(loader.get()), cancelled);
    }

    /** Like {@link #get}. */
    EncodedTuples tuples(SideGroup group, String name, Supplier<EncodedTuples> loader, BooleanSupplier cancelled) {
        return (EncodedTuples) hold(new Wanted(group.id(), Form.TUPLES, null), group, name, loader, cancelled);
    }

    private Object hold(Wanted wanted, SideGroup group, String name, Supplier<?> loader, BooleanSupplier cancelled) {
        while (true) {
            Loaded mine = new Loaded(cancelled);
            Loaded found = join(wanted, mine);
            if (found == mine) {
                load(wanted, mine, wanted.form.bytes(group), name, loader);
            }
            try {
                return found.all.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (found.isAbandoned()) {
                    remove(wanted, found);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new SssException(ErrorCode.CANCELLED, "interrupted while side group '" + name + "' is loaded", e);
            } catch (ExecutionException e) {
                SssException failure = SssException.of(e.getCause(), "loading side group '" + name + "'");
                if (found == mine || failure.code() != ErrorCode.CANCELLED) {
                    throw failure;
                }
            }
        }
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a key has several values */
    @SuppressWarnings("unchecked") // as get
    synchronized <K, V> Map<K, V> single(SideGroup group, Object types, String name, Map<K, List<V>> all) {
        Loaded loaded = groups.get(new Wanted(group.id(), Form.MAP, types));
        if (loaded == null) {
            return onlyValues(name, all);
        }
        if (loaded.single == null) {
            loaded.single = onlyValues(name, all);
        }
        return (Map<K, V>) loaded.single;
    }

    private static <K, V> Map<K, V> onlyValues(String name, Map<K, List<V>> all) {
        Map<K, V> only = new HashMap<>();
        all.forEach((key, values) -> {
            if (values.size() > 1) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "side group '" + name + "' has " + values.size() + " values of key " + TaskErrors.render(key)
                                + ", so it is no map; use asMultimap()");
            }
            only.put(key, values.get(0));
        });
        return Collections.unmodifiableMap(only);
    }

    private synchronized Loaded join(Wanted wanted, Loaded mine) {
        Loaded before = groups.putIfAbsent(wanted, mine);
        return before == null ? mine : before;
    }

    private void load(Wanted wanted, Loaded mine, long bytes, String name, Supplier<?> loader) {
        try {
            memory.makeRoom(bytes);
            take(mine, bytes, name, wanted.form);
            mine.all.complete(loader.get());
            forgetUnlessLoaded(wanted, mine);
        } catch (Throwable t) {
            remove(wanted, mine);
            mine.all.completeExceptionally(t);
        } finally {
            mine.over();
        }
    }

    private synchronized void take(Loaded loaded, long bytes, String name, Form form) {
        memory.take(bytes, "side group '" + name + "' " + form.words, form.remedy);
        loaded.takenBytes = bytes;
    }

    /** It may have been dropped before its memory was reserved. */
    private synchronized void forgetUnlessLoaded(Wanted wanted, Loaded loaded) {
        if (groups.get(wanted) != loaded) {
            giveBack(loaded);
        }
    }

    private synchronized void remove(Wanted wanted, Loaded failed) {
        groups.remove(wanted, failed);
        giveBack(failed);
    }

    /** Releases a group, if it is in memory; it will not be requested again. May be called at any time. */
    public synchronized void forget(long group) {
        groups.entrySet().removeIf(entry -> {
            boolean dead = entry.getKey().group == group;
            if (dead) {
                giveBack(entry.getValue());
            }
            return dead;
        });
    }

    private void giveBack(Loaded loaded) {
        memory.giveBack(loaded.takenBytes);
        loaded.takenBytes = 0;
    }

    /** Returns whether no group is in memory. */
    public synchronized boolean isEmpty() {
        return groups.isEmpty();
    }

    @Override
    public synchronized void close() {
        groups.values().forEach(this::giveBack);
        groups.clear();
    }
}
