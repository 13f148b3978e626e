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
 * The side groups of one workflow that a node holds whole: the first task that wants one loads it, others wait for it. Thread-safe.
 */
public final class SideMaps implements AutoCloseable {
    /** Of the objects of a tuple, besides its bytes. */
    private static final int TUPLE_OVERHEAD_BYTES = 120;

    private final SideMemory memory;
    /** By number of the group. Guarded by this. */
    private final Map<Long, CompletableFuture<Map<?, ?>>> maps = new HashMap<>();
    /** As {@link #maps}, each key with its only value. Guarded by this. */
    private final Map<Long, Map<?, ?>> singles = new HashMap<>();
    private long takenBytes;

    public SideMaps(SideMemory memory) {
        this.memory = memory;
    }

    /** @param loader called once for all tasks of the workflow, by the thread of one of them */
    @SuppressWarnings("unchecked") // all tasks of a workflow use a group with one pair of types
    <K, V> Map<K, List<V>> get(SideGroup group, String name, Supplier<Map<K, List<V>>> loader) {
        while (true) {
            CompletableFuture<Map<?, ?>> mine = new CompletableFuture<>();
            CompletableFuture<Map<?, ?>> found = join(group.id(), mine);
            if (found == mine) {
                load(mine, group, name, loader);
            }
            try {
                return (Map<K, List<V>>) found.get();
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
        return (Map<K, V>) singles.computeIfAbsent(group.id(), id -> onlyValues(name, all));
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

    private synchronized CompletableFuture<Map<?, ?>> join(long group, CompletableFuture<Map<?, ?>> mine) {
        CompletableFuture<Map<?, ?>> before = maps.putIfAbsent(group, mine);
        return before == null ? mine : before;
    }

    private <K, V> void load(CompletableFuture<Map<?, ?>> mine, SideGroup group, String name, Supplier<Map<K, List<V>>> loader) {
        long bytes = 2 * group.dataBytes() + TUPLE_OVERHEAD_BYTES * group.tuples();
        try {
            take(bytes, name);
            mine.complete(Collections.unmodifiableMap(loadOrGiveBack(bytes, name, loader)));
        } catch (Throwable t) {
            forget(group.id());
            mine.completeExceptionally(t);
        }
    }

    private <T> T loadOrGiveBack(long bytes, String name, Supplier<T> loader) {
        boolean loaded = false;
        try {
            T result = loader.get();
            loaded = true;
            return result;
        } finally {
            if (!loaded) {
                take(-bytes, name);
            }
        }
    }

    private synchronized void take(long bytes, String name) {
        memory.take(bytes, name);
        takenBytes += bytes;
    }

    private synchronized void forget(long group) {
        maps.remove(group);
    }

    /** Whether no group was asked for since the beginning. */
    public synchronized boolean isEmpty() {
        return maps.isEmpty();
    }

    @Override
    public synchronized void close() {
        memory.giveBack(takenBytes);
        takenBytes = 0;
        maps.clear();
        singles.clear();
    }
}
