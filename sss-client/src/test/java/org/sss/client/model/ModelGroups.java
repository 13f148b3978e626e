package org.sss.client.model;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sss.api.Emitter;
import org.sss.api.JoinKind;
import org.sss.api.Joiner;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;

/** Groups in memory, and the plainest way to run jobs over them. One thread. */
final class ModelGroups {
    private final Map<String, List<Map.Entry<Object, Long>>> groups = new HashMap<>();
    private final Map<String, List<Map.Entry<Object, Long>>> shadowed = new HashMap<>();

    List<Map.Entry<Object, Long>> tuples(String group) {
        return groups.computeIfAbsent(group, name -> new ArrayList<>());
    }

    /** Sorted as text, as the order of tuples is not compared. */
    List<String> sorted(String group) {
        return sorted(tuples(group));
    }

    static List<String> sorted(List<Map.Entry<Object, Long>> tuples) {
        return tuples.stream().map(tuple -> tuple.getKey() + " = " + tuple.getValue()).sorted().toList();
    }

    /** What {@code name} stands for from now on; the group that had the name stays in the catalog as it was. */
    void rename(String from, String to) {
        shadowed.putIfAbsent(to, tuples(to));
        groups.put(to, groups.get(from));
    }

    /** Of a group that is left under this name. */
    List<String> outputs(String name) {
        return sorted(shadowed.getOrDefault(name, tuples(name)));
    }

    void clear(String group) {
        groups.put(group, new ArrayList<>());
    }

    void map(String input, Mapper<Object, Long, Object, Long> mapper, String output) throws Exception {
        for (Map.Entry<Object, Long> tuple : tuples(input)) {
            mapper.map(tuple.getKey(), tuple.getValue(), new Into(output));
        }
    }

    void reduce(String input, Reducer<Object, Long, Object, Long> reducer, String output) throws Exception {
        for (Map.Entry<Object, List<Long>> key : byKey(input).entrySet()) {
            reducer.reduce(key.getKey(), key.getValue(), new Into(output));
        }
    }

    void join(String left, String right, JoinKind kind, Joiner<Object, Long, Long, Object, Long> joiner, String output)
            throws Exception {
        Map<Object, List<Long>> lefts = byKey(left);
        Map<Object, List<Long>> rights = byKey(right);
        Map<Object, Boolean> keys = new TreeMap<>(Functions.order());
        lefts.keySet().forEach(key -> keys.put(key, true));
        rights.keySet().forEach(key -> keys.put(key, true));
        for (Object key : keys.keySet()) {
            for (Long l : valuesOf(lefts.get(key), kind == JoinKind.FULL)) {
                for (Long r : valuesOf(rights.get(key), kind != JoinKind.INNER)) {
                    joiner.join(key, l, r, new Into(output));
                }
            }
        }
    }

    private static List<Long> valuesOf(List<Long> values, boolean nullIfNone) {
        if (values != null) {
            return values;
        }
        List<Long> none = new ArrayList<>();
        if (nullIfNone) {
            none.add(null);
        }
        return none;
    }

    private Map<Object, List<Long>> byKey(String group) {
        Map<Object, List<Long>> byKey = new TreeMap<>(Functions.order());
        tuples(group).forEach(tuple -> byKey.computeIfAbsent(tuple.getKey(), key -> new ArrayList<>()).add(tuple.getValue()));
        return byKey;
    }

    private final class Into implements Emitter<Object, Long> {
        private final String group;

        Into(String group) {
            this.group = group;
        }

        @Override
        public void emit(Object key, Long value) {
            tuples(group).add(Map.entry(key, value));
        }

        @Override
        @SuppressWarnings("unchecked")
        public <K3, V3> Emitter<K3, V3> to(TupleGroup<K3, V3> other) {
            return (Emitter<K3, V3>) new Into(other.name());
        }

        @Override
        public void count(String counter, long amount) {
            // Counters are not compared.
        }
    }
}
