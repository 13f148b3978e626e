package org.sss.client.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.sss.api.CoGrouper;
import org.sss.api.CoValues;
import org.sss.api.Crosser;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.Joiner;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;

/** Groups in memory, and the plainest way to run jobs over them, with no code of the engine. One thread. */
final class ModelGroups {
    /** Of a key for which a function failed. */
    static final Object NO_VALUE = new Object();

    private final Map<String, List<Map.Entry<Object, Object>>> groups = new HashMap<>();
    private final Map<String, List<Map.Entry<Object, Object>>> shadowed = new HashMap<>();
    private final Map<String, Long> counters = new HashMap<>();

    /** In the order in which they were emitted. */
    List<Map.Entry<Object, Object>> tuples(String group) {
        return groups.computeIfAbsent(group, name -> new ArrayList<>());
    }

    /** What {@code name} stands for from now on; the group that had the name stays in the catalog as it was. */
    void rename(String from, String to) {
        shadowed.putIfAbsent(to, tuples(to));
        groups.put(to, groups.get(from));
    }

    /** Each name stands for the group that has it in the catalog. */
    void ended() {
        groups.putAll(shadowed);
        shadowed.clear();
    }

    /** What is written as {@code from} becomes {@code to}. */
    void replace(String from, String to) {
        groups.put(to, tuples(from));
        groups.remove(from);
    }

    /** What was counted since it was asked last. */
    long counted(String counter) {
        Long counted = counters.remove(counter);
        return counted == null ? 0 : counted;
    }

    void clear(String group) {
        groups.put(group, new ArrayList<>());
    }

    void map(String input, Mapper<Object, Object, Object, Object> mapper, String output) throws Exception {
        map(input, mapper, output, null);
    }

    /** @param dead a group that gets the tuples for which the mapper throws what it is meant to throw, or null */
    void map(String input, Mapper<Object, Object, Object, Object> mapper, String output, String dead) throws Exception {
        mapper.setup(new ModelContext(this));
        for (Map.Entry<Object, Object> tuple : tuples(input)) {
            try {
                mapper.map(tuple.getKey(), tuple.getValue(), new Into(output));
            } catch (IllegalStateException e) {
                dead(e, dead, tuple);
            }
        }
        mapper.close(new Into(output));
    }

    private void dead(IllegalStateException e, String dead, Map.Entry<Object, Object> tuple) {
        if (dead == null) {
            throw e;
        }
        tuples(dead).add(tuple);
    }

    void reduce(String input, boolean ordered, Reducer<Object, Object, Object, Object> reducer, String output)
            throws Exception {
        reduce(input, ordered, reducer, output, null);
    }

    /** @param dead a group that gets the keys for which the reducer throws what it is meant to throw, or null */
    void reduce(
            String input, boolean ordered, Reducer<Object, Object, Object, Object> reducer, String output, String dead)
            throws Exception {
        for (Map.Entry<Object, List<Object>> key : byKey(input).entrySet()) {
            if (ordered) {
                key.getValue().sort(Functions.order());
            }
            try {
                reducer.reduce(key.getKey(), key.getValue(), new Into(output));
            } catch (IllegalStateException e) {
                dead(e, dead, Map.entry(key.getKey(), NO_VALUE));
            }
        }
    }

    void aggregate(String input, Summary summary, String output) {
        byKey(input)
                .forEach((key, values) -> summary.plain(values).forEach(result -> new Into(output).emit(key, result)));
    }

    void join(
            String left,
            String right,
            JoinKind kind,
            Joiner<Object, Object, Object, Object, Object> joiner,
            String output)
            throws Exception {
        Map<Object, List<Object>> lefts = byKey(left);
        Map<Object, List<Object>> rights = byKey(right);
        for (Object key : keysOf(List.of(lefts, rights))) {
            for (Object l : valuesOf(lefts.get(key), kind.takesRightAlone())) {
                for (Object r : valuesOf(rights.get(key), kind.takesLeftAlone())) {
                    joiner.join(key, l, r, new Into(output));
                }
            }
        }
    }

    /** @param inputs by the names that the function knows them by */
    void coGroup(Map<String, String> inputs, CoGrouper<Object, Object, Object> grouper, String output)
            throws Exception {
        Map<String, Map<Object, List<Object>>> all = new HashMap<>();
        inputs.forEach((known, input) -> all.put(known, byKey(input)));
        for (Object key : keysOf(all.values())) {
            grouper.coGroup(key, new OfKey(key, all), new Into(output));
        }
    }

    void cross(
            String large, String small, Crosser<Object, Object, Object, Object, Object, Object> crosser, String output)
            throws Exception {
        for (Map.Entry<Object, Object> tuple : tuples(large)) {
            for (Map.Entry<Object, Object> other : tuples(small)) {
                crosser.cross(tuple.getKey(), tuple.getValue(), other.getKey(), other.getValue(), new Into(output));
            }
        }
    }

    void sort(String input, String output) {
        byKey(input).forEach((key, values) -> values.forEach(value -> new Into(output).emit(key, value)));
    }

    private static TreeSet<Object> keysOf(Iterable<Map<Object, List<Object>>> groups) {
        TreeSet<Object> keys = new TreeSet<>(Functions.order());
        groups.forEach(group -> keys.addAll(group.keySet()));
        return keys;
    }

    private static List<Object> valuesOf(List<Object> values, boolean nullIfNone) {
        if (values != null) {
            return values;
        }
        List<Object> none = new ArrayList<>();
        if (nullIfNone) {
            none.add(null);
        }
        return none;
    }

    /** Ascending, with the values in their order. */
    Map<Object, List<Object>> byKey(String group) {
        return byKey(tuples(group));
    }

    static Map<Object, List<Object>> byKey(List<Map.Entry<Object, Object>> tuples) {
        Map<Object, List<Object>> byKey = new TreeMap<>(Functions.order());
        tuples.forEach(tuple ->
                byKey.computeIfAbsent(tuple.getKey(), key -> new ArrayList<>()).add(tuple.getValue()));
        return byKey;
    }

    /** What each of some groups has of one key. */
    private record OfKey(Object key, Map<String, Map<Object, List<Object>>> all) implements CoValues {
        @Override
        @SuppressWarnings("unchecked") // all groups of the model are of objects
        public <V> Iterable<V> of(TupleGroup<?, V> group) {
            return (Iterable<V>) all.get(group.name()).getOrDefault(key, List.of());
        }

        @Override
        public boolean has(TupleGroup<?, ?> group) {
            return all.get(group.name()).containsKey(key);
        }
    }

    private final class Into implements Emitter<Object, Object> {
        private final String group;

        Into(String group) {
            this.group = group;
        }

        @Override
        public void emit(Object key, Object value) {
            tuples(group).add(Map.entry(key, value));
        }

        @Override
        @SuppressWarnings("unchecked")
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> other) {
            return (Emitter<K3, V3>) new Into(other.name());
        }

        @Override
        public void count(String counter, long amount) {
            counters.merge(counter, amount, Long::sum);
        }
    }
}
