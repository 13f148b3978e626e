package org.sss.server.task;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.TaskSpec.SideGroup;

/**
 * The side groups of one workflow that a node holds whole: the first task that wants one loads it, others wait for it. A group
 * that was dropped is held no longer; tasks that have its map keep that. Thread-safe.
 */
public final class SideMaps implements AutoCloseable {
    /** Of the objects of a tuple, besides its bytes. */
    private static final int TUPLE_OVERHEAD_BYTES = 120;

    private final SideMemory memory;
    /** By number of the group. Guarded by this. */
    private final Map<Long, Held> groups = new HashMap<>();

    /** One group. */
    private static final class Held {
        final CompletableFuture<Map<?, ?>> all = new CompletableFuture<>();
        /** Each key with its only value, or null when nobody has asked for that. Guarded by the maps, as what follows. */
        Map<?, ?> single;
        long takenBytes;
    }

    public SideMaps(SideMemory memory) {
        this.memory = memory;
    }

    /** @param loader called once for all tasks of the workflow, by the thread of one of them */
    @SuppressWarnings("unchecked") // all tasks of a workflow use a group with one pair of types
    <K, V> Map<K, List<V>> get(SideGroup group, String name, Supplier<Map<K, List<V>>> loader) {
        while (true) {
            Held mine = new Held();
            Held found = join(group.id(), mine);
            if (found == mine) {
                load(mine, group, name, loader);
            }
            try {
                return (Map<K, List<V>>) found.all.get();
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

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when a key has several values */
    @SuppressWarnings("unchecked") // as get
    synchronized <K, V> Map<K, V> single(SideGroup group, String name, Map<K, List<V>> all) {
        Held held = groups.get(group.id());
        if (held == null) {
            return onlyValues(name, all);
        }
        if (held.single == null) {
            held.single = onlyValues(name, all);
        }
        return (Map<K, V>) held.single;
    }

    private static <K, V> Map<K, V> onlyValues(String name, Map<K, List<V>> all) {
        Map<K, V> only = new HashMap<>();
        all.forEach((key, values) -> {
            if (values.size() > 1) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "side group '" + name + "' has " + values.size()
                        + " values of key " + TaskErrors.render(key) + ", so it is no map; use asMultimap()");
            }
            only.put(key, values.get(0));
        });
        return Collections.unmodifiableMap(only);
    }

    private synchronized Held join(long group, Held mine) {
        Held before = groups.putIfAbsent(group, mine);
        return before == null ? mine : before;
    }

    private <K, V> void load(Held mine, SideGroup group, String name, Supplier<Map<K, List<V>>> loader) {
        long bytes = 2 * group.dataBytes() + TUPLE_OVERHEAD_BYTES * group.tuples();
        try {
            take(mine, bytes, name);
            mine.all.complete(Collections.unmodifiableMap(loader.get()));
            forgetUnlessHeld(group.id(), mine);
        } catch (Throwable t) {
            remove(group.id(), mine);
            mine.all.completeExceptionally(t);
        }
    }

    private synchronized void take(Held held, long bytes, String name) {
        memory.take(bytes, name);
        held.takenBytes = bytes;
    }

    /** It may have been dropped before anything was taken for it. */
    private synchronized void forgetUnlessHeld(long group, Held loaded) {
        if (groups.get(group) != loaded) {
            giveBack(loaded);
        }
    }

    private synchronized void remove(long group, Held failed) {
        groups.remove(group, failed);
        giveBack(failed);
    }

    /** Holds a group no longer, if it does: nobody will ask for it. May be called at any time. */
    public synchronized void forget(long group) {
        Held held = groups.remove(group);
        if (held != null) {
            giveBack(held);
        }
    }

    private void giveBack(Held held) {
        memory.giveBack(held.takenBytes);
        held.takenBytes = 0;
    }

    /** Whether no group is held. */
    public synchronized boolean isEmpty() {
        return groups.isEmpty();
    }

    @Override
    public synchronized void close() {
        groups.values().forEach(this::giveBack);
        groups.clear();
    }
}
