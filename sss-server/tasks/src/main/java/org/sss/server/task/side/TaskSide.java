package org.sss.server.task.side;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SideData;
import org.sss.api.SideTuples;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.net.control.TaskSpec.SideGroup;
import org.sss.server.task.state.TaskState;

/** One side group of one task, with its cache. For the task's thread. */
final class TaskSide<K, V> implements SideData<K, V> {
    private final TupleGroup<K, V> group;
    private final Object types;
    private final SideGroup info;
    private final SideReads<K, V> reads;
    private final SideMaps maps;
    private final TaskState state;
    private final ByteSink sink = new ByteSink(64);
    private final Bytes view = new Bytes();
    private final SideCache<V> cache;
    private Map<K, V> single;
    /** Shared, since it is also a sign of life. */
    private SideWalk<K, V> walk;
    /** Of all scans; null before the first one. */
    private SideScan.Visits visits;

    TaskSide(
            TupleGroup<K, V> group,
            SideGroup info,
            SideReads<K, V> reads,
            SideMaps maps,
            long cacheBytes,
            TaskState state) {
        this.group = group;
        types = List.of(type(group.keys()), type(group.values()));
        this.info = info;
        this.reads = reads;
        this.maps = maps;
        this.state = state;
        cache = new SideCache<>(cacheBytes);
    }

    /** Each task has its own copy of a user's codec; built-in ones are equal if they decode to the same class. */
    private static Object type(Codec<?> codec) {
        return codec.getClass().getPackage() == Codec.class.getPackage()
                ? codec
                : List.of(codec.getClass(), codec.name());
    }

    @Override
    public V get(K key) {
        List<V> values = getAll(key);
        return values.isEmpty() ? null : values.get(0);
    }

    @Override
    public List<V> getAll(K key) {
        state.checkThread("get");
        loadIfSmall();
        Bytes encoded = encoded(key);
        List<V> known = cache.find(encoded);
        return known != null ? known : read(List.of(encoded.toByteArray())).get(0);
    }

    @Override
    public List<List<V>> getAll(Collection<? extends K> keys) {
        state.checkThread("getAll");
        loadIfSmall();
        List<List<V>> all = new ArrayList<>(keys.size());
        List<byte[]> unknown = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (K key : keys) {
            Bytes encoded = encoded(key);
            List<V> known = cache.find(encoded);
            if (known == null) {
                places.add(all.size());
                unknown.add(encoded.toByteArray());
            }
            all.add(known);
        }
        if (!unknown.isEmpty()) {
            List<List<V>> answers = read(unknown);
            for (int i = 0; i < answers.size(); i++) {
                all.set(places.get(i), answers.get(i));
            }
        }
        return all;
    }

    private List<List<V>> read(List<byte[]> keys) {
        long[] valueBytes = new long[keys.size()];
        List<List<V>> answers = new ArrayList<>(looking(() -> reads.read(keys, valueBytes)));
        for (int i = 0; i < valueBytes.length; i++) {
            answers.set(i, cache.learn(keys.get(i), answers.get(i), valueBytes[i]));
        }
        return answers;
    }

    /** Loads a small group whole: one scan is cheaper than many lookups. */
    private void loadIfSmall() {
        if (cache.isEmpty() && cache.hasRoomFor(info.tuples(), info.dataBytes())) {
            Map<Bytes, List<V>> all = new HashMap<>();
            looking(() -> {
                reads.readAll((key, length, values) ->
                        all.merge(new Bytes().set(key, 0, length).copy(), values, (before, more) -> {
                            before.addAll(more);
                            return before;
                        }));
                return all;
            });
            // Only now, since a failed read may have only some values of a key.
            cache.learnAll(all);
        }
    }

    /** A failure here is not specific to the current tuple; the next one would fail too. */
    private <T> T looking(Supplier<T> look) {
        try {
            return look.get();
        } catch (SssException e) {
            state.failedAside(e);
            throw e;
        }
    }

    private Bytes encoded(K key) {
        sink.clear();
        group.keys().encode(key, sink);
        return view.set(sink.array(), 0, sink.size());
    }

    @Override
    public Map<K, V> asMap() {
        state.checkThread("asMap");
        if (single == null) {
            Map<K, List<V>> all = asMultimap();
            single = looking(() -> maps.single(info, types, group.name(), all));
        }
        return single;
    }

    @Override
    public Map<K, List<V>> asMultimap() {
        state.checkThread("asMultimap");
        return looking(() -> maps.get(info, types, group.name(), reads::readAll, state::isCancelled));
    }

    @Override
    public SideTuples<K, V> asTuples() {
        state.checkThread("asTuples");
        if (walk == null) {
            walk = new SideWalk<>(
                    group,
                    looking(() -> maps.tuples(info, group.name(), reads::readEncoded, state::isCancelled)),
                    state);
        }
        return walk;
    }

    @Override
    public SideTuples<K, V> scan(int part, int parts) {
        state.checkThread("scan");
        if (part < 0 || part >= parts) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "there is no part " + part + " of " + parts + " of side group '" + group.name()
                            + "'; take 0 to one less than the number of parts");
        }
        if (visits == null) {
            visits = new SideScan.Visits();
            state.addSign(visits::count);
        }
        return new SideScan<>(group, reads, part, parts, state, visits);
    }
}
