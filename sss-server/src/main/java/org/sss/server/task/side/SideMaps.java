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
 * The side groups of one workflow that a node holds whole, as maps or as their encodings: the first task that wants one loads it,
 * others wait for it. A group that was dropped is held no longer; tasks that have its content keep that. Thread-safe.
 */
public final class SideMaps implements AutoCloseable {
    private static final int LOOK_MILLIS = 500;

    private final SideMemory memory;
    /** Guarded by this. */
    private final Map<Wanted, Held> groups = new HashMap<>();

    /** How a group is held, and what that takes, about. */
    private enum Form {
        MAP("as a map", "Use get and getAll, which ask for single keys", 2, 120),
        TUPLES("held whole", "Keep less of it by a Map before, let a cross take the other group as its small one", 1,
                EncodedTuples.HEAD_BYTES);

        private final String words;
        private final String remedy;
        /** For each byte of keys and values. */
        private final int bytesPerByte;
        /** Besides those. */
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

    /** @param types of a map: jobs of one workflow may read a group by different ones */
    private record Wanted(long group, Form form, Object types) {
    }

    /** One group. */
    private static final class Held {
        final CompletableFuture<Object> all = new CompletableFuture<>();
        private volatile BooleanSupplier cancelled;
        /** Of a map each key with its only value, or null when nobody has asked for that. Guarded by the maps, as what follows. */
        Map<?, ?> single;
        long takenBytes;

        /** @param cancelled whether the task that loads it is to end */
        Held(BooleanSupplier cancelled) {
            this.cancelled = cancelled;
        }

        /** Its loader is in code of the user that may never return. */
        boolean isGivenUp() {
            return cancelled.getAsBoolean();
        }

        /** Lets go of the task, which holds what it read last. */
        void over() {
            cancelled = () -> false;
        }
    }

    public SideMaps(SideMemory memory) {
        this.memory = memory;
    }

    /**
     * @param types     equal for those who take the group's keys and values for the same types
     * @param loader    called once for all tasks of the workflow, by the thread of one of them
     * @param cancelled whether the task that calls is to end; then others load the group themselves
     */
    @SuppressWarnings("unchecked") // whoever has these types
    <K, V> Map<K, List<V>> get(SideGroup group, Object types, String name, Supplier<Map<K, List<V>>> loader, BooleanSupplier cancelled) {
        Wanted wanted = new Wanted(group.id(), Form.MAP, types);
        return (Map<K, List<V>>) hold(wanted, group, name, () -> Collections.unmodifiableMap(loader.get()), cancelled);
    }

    /** As {@link #get}. */
    EncodedTuples tuples(SideGroup group, String name, Supplier<EncodedTuples> loader, BooleanSupplier cancelled) {
        return (EncodedTuples) hold(new Wanted(group.id(), Form.TUPLES, null), group, name, loader, cancelled);
    }

    private Object hold(Wanted wanted, SideGroup group, String name, Supplier<?> loader, BooleanSupplier cancelled) {
        while (true) {
            Held mine = new Held(cancelled);
            Held found = join(wanted, mine);
            if (found == mine) {
                load(wanted, mine, wanted.form.bytes(group), name, loader);
            }
            try {
                return found.all.get(LOOK_MILLIS, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                if (found.isGivenUp()) {
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

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} when a key has several values */
    @SuppressWarnings("unchecked") // as get
    synchronized <K, V> Map<K, V> single(SideGroup group, Object types, String name, Map<K, List<V>> all) {
        Held held = groups.get(new Wanted(group.id(), Form.MAP, types));
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

    private synchronized Held join(Wanted wanted, Held mine) {
        Held before = groups.putIfAbsent(wanted, mine);
        return before == null ? mine : before;
    }

    private void load(Wanted wanted, Held mine, long bytes, String name, Supplier<?> loader) {
        try {
            memory.makeRoom(bytes);
            take(mine, bytes, name, wanted.form);
            mine.all.complete(loader.get());
            forgetUnlessHeld(wanted, mine);
        } catch (Throwable t) {
            remove(wanted, mine);
            mine.all.completeExceptionally(t);
        } finally {
            mine.over();
        }
    }

    private synchronized void take(Held held, long bytes, String name, Form form) {
        memory.take(bytes, "side group '" + name + "' " + form.words, form.remedy);
        held.takenBytes = bytes;
    }

    /** It may have been dropped before anything was taken for it. */
    private synchronized void forgetUnlessHeld(Wanted wanted, Held loaded) {
        if (groups.get(wanted) != loaded) {
            giveBack(loaded);
        }
    }

    private synchronized void remove(Wanted wanted, Held failed) {
        groups.remove(wanted, failed);
        giveBack(failed);
    }

    /** Holds a group no longer, if it does: nobody will ask for it. May be called at any time. */
    public synchronized void forget(long group) {
        groups.entrySet().removeIf(entry -> {
            boolean dead = entry.getKey().group == group;
            if (dead) {
                giveBack(entry.getValue());
            }
            return dead;
        });
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
