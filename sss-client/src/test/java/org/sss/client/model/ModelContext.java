package org.sss.client.model;

import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.sss.api.SideData;
import org.sss.api.SideTuples;
import org.sss.api.TaskContext;
import org.sss.api.TaskContext.Publication;
import org.sss.api.TupleGroup;

/** The task context of functions of random workflows, with their side groups. One thread. */
final class ModelContext implements TaskContext {
    private final ModelGroups groups;

    ModelContext(ModelGroups groups) {
        this.groups = groups;
    }

    @Override
    @SuppressWarnings("unchecked") // all groups of the model are of objects
    public <K, V> SideData<K, V> side(TupleGroup<K, V> group) {
        return (SideData<K, V>) new Side(groups.byKey(group.name()));
    }

    private record Side(Map<Object, List<Object>> all) implements SideData<Object, Object> {
        @Override
        public Object get(Object key) {
            return all.containsKey(key) ? all.get(key).get(0) : null;
        }

        @Override
        public List<Object> getAll(Object key) {
            return all.getOrDefault(key, List.of());
        }

        @Override
        public List<List<Object>> getAll(Collection<?> keys) {
            return keys.stream().map((Object key) -> getAll(key)).toList();
        }

        @Override
        public Map<Object, Object> asMap() {
            throw unknown();
        }

        @Override
        public Map<Object, List<Object>> asMultimap() {
            return all;
        }

        @Override
        public SideTuples<Object, Object> scan(int part, int parts) {
            throw unknown();
        }

        @Override
        public SideTuples<Object, Object> asTuples() {
            return visitor -> {
                for (Map.Entry<Object, List<Object>> key : all.entrySet()) {
                    for (Object value : key.getValue()) {
                        visitor.visit(key.getKey(), value);
                    }
                }
            };
        }
    }

    @Override
    public String workflow() {
        throw unknown();
    }

    @Override
    public String job() {
        throw unknown();
    }

    @Override
    public int task() {
        throw unknown();
    }

    @Override
    public int attempt() {
        throw unknown();
    }

    @Override
    public int iteration() {
        throw unknown();
    }

    @Override
    public int subgroupCount() {
        throw unknown();
    }

    @Override
    public String parameter(String name) {
        throw unknown();
    }

    @Override
    public String parameter(String name, String otherwise) {
        throw unknown();
    }

    @Override
    public void count(String counter, long amount) {
        throw unknown();
    }

    @Override
    public Path temporaryDirectory() {
        throw unknown();
    }

    @Override
    public boolean hasPublished(String target) {
        throw unknown();
    }

    @Override
    public boolean mayHavePublished() {
        throw unknown();
    }

    @Override
    public void publish(Path written, Path target) {
        throw unknown();
    }

    @Override
    public void publish(Publication result) {
        throw unknown();
    }

    @Override
    public void closeAtEnd(AutoCloseable resource) {
        throw unknown();
    }

    private static UnsupportedOperationException unknown() {
        return new UnsupportedOperationException("what depends on the task or the order cannot be compared");
    }
}
