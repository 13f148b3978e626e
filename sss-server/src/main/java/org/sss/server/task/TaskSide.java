package org.sss.server.task;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.SideData;
import org.sss.api.SideTuples;
import org.sss.api.TupleGroup;
import org.sss.net.control.TaskSpec.SideGroup;

/** One side group of one task, with what it has asked for last. Used by the task's thread. */
final class TaskSide<K, V> implements SideData<K, V> {
    /** Of the objects of a key that is remembered, besides its bytes. */
    private static final int KEY_OVERHEAD_BYTES = 160;

    private final TupleGroup<K, V> group;
    private final SideGroup info;
    private final SideReads<K, V> reads;
    private final SideMaps maps;
    private final long cacheBytes;
    private final TaskState state;
    private final ByteSink sink = new ByteSink(64);
    private final Bytes view = new Bytes();
    /** By encoded key, the one that was used longest ago first. */
    private final LinkedHashMap<Bytes, Known<V>> known = new LinkedHashMap<>(64, 0.75f, true);
    private long knownBytes;
    /** What is not known is not there. */
    private boolean complete;
    private Map<K, V> single;
    /** One for all that ask, as it also tells of signs of life. */
    private SideWalk<K, V> walk;

    private record Known<V>(List<V> values, long bytes) {
    }

    TaskSide(TupleGroup<K, V> group, SideGroup info, SideReads<K, V> reads, SideMaps maps, long cacheBytes,
            TaskState state) {
        this.group = group;
        this.info = info;
        this.reads = reads;
        this.maps = maps;
        this.cacheBytes = cacheBytes;
        this.state = state;
    }

    @Override
    public V get(K key) {
        List<V> values = getAll(key);
        return values.isEmpty() ? null : values.get(0);
    }

    @Override
    public List<V> getAll(K key) {
        loadIfSmall();
        Bytes encoded = encoded(key);
        Known<V> found = known.get(encoded);
        if (found != null || complete) {
            return found == null ? List.of() : found.values;
        }
        byte[] bytes = encoded.toByteArray();
        return learn(bytes, reads.read(List.of(bytes)).get(0));
    }

    @Override
    public List<List<V>> getAll(Collection<? extends K> keys) {
        loadIfSmall();
        List<List<V>> all = new ArrayList<>(keys.size());
        List<byte[]> unknown = new ArrayList<>();
        List<Integer> places = new ArrayList<>();
        for (K key : keys) {
            Bytes encoded = encoded(key);
            Known<V> found = known.get(encoded);
            all.add(found == null ? List.of() : found.values);
            if (found == null && !complete) {
                places.add(all.size() - 1);
                unknown.add(encoded.toByteArray());
            }
        }
        if (!unknown.isEmpty()) {
            List<List<V>> answers = reads.read(unknown);
            for (int i = 0; i < answers.size(); i++) {
                all.set(places.get(i), learn(unknown.get(i), answers.get(i)));
            }
        }
        return all;
    }

    /** One scan is cheaper than to ask for many keys of a small group one by one. */
    private void loadIfSmall() {
        if (!complete && known.isEmpty() && 2 * info.dataBytes() + KEY_OVERHEAD_BYTES * info.tuples() <= cacheBytes) {
            Map<Bytes, List<V>> all = new HashMap<>();
            reads.readAll((key, length, values) -> all.merge(new Bytes().set(key, 0, length).copy(), values, (before, more) -> {
                before.addAll(more);
                return before;
            }));
            // Only now, as a read that failed half-way knows only some values of a key.
            all.forEach((key, values) -> known.put(key, new Known<>(Collections.unmodifiableList(values), 0)));
            complete = true;
        }
    }

    private Bytes encoded(K key) {
        sink.clear();
        group.keys().encode(key, sink);
        return view.set(sink.array(), 0, sink.size());
    }

    /** The size of values is not known once they are objects; those of this group on average will do. */
    private List<V> learn(byte[] key, List<V> values) {
        long averageBytes = info.dataBytes() / Math.max(1, info.tuples());
        long bytes = KEY_OVERHEAD_BYTES + key.length + 2 * averageBytes * values.size();
        if (bytes <= cacheBytes / 8) {
            Known<V> before = known.put(new Bytes().set(key, 0, key.length), new Known<>(Collections.unmodifiableList(values), bytes));
            knownBytes += bytes - (before == null ? 0 : before.bytes);
            forgetOldest();
        }
        return Collections.unmodifiableList(values);
    }

    private void forgetOldest() {
        var oldest = known.values().iterator();
        while (knownBytes > cacheBytes) {
            knownBytes -= oldest.next().bytes;
            oldest.remove();
        }
    }

    @Override
    public Map<K, V> asMap() {
        if (single == null) {
            single = maps.single(info, group.name(), asMultimap());
        }
        return single;
    }

    @Override
    public Map<K, List<V>> asMultimap() {
        return maps.get(info, group.name(), reads::readAll, state::isCancelled);
    }

    @Override
    public SideTuples<K, V> asTuples() {
        if (walk == null) {
            walk = new SideWalk<>(group, maps.tuples(info, group.name(), reads::readEncoded, state::isCancelled), state);
        }
        return walk;
    }
}
