package org.sss.io.exec;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.sss.api.Emitter;
import org.sss.api.SideData;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;

/** Task 3 of the job 'map', which collects what is emitted and counted. One thread. */
final class FakeTask implements TaskContext, Emitter<Object, Object> {
    final List<String> emitted = new ArrayList<>();
    final Map<String, Long> counters = new TreeMap<>();
    private final List<AutoCloseable> resources = new ArrayList<>();
    private final Path directory;

    FakeTask(Path directory) {
        this.directory = directory;
    }

    @SuppressWarnings("unchecked") // takes any type
    <K, V> Emitter<K, V> out() {
        return (Emitter<K, V>) (Emitter<?, ?>) this;
    }

    @Override
    public void emit(Object key, Object value) {
        emitted.add(key + "=" + value);
    }

    @Override
    public <K, V> Emitter<K, V> to(TupleGroup<K, V> group) {
        throw new AssertionError("no other output");
    }

    @Override
    public String workflow() {
        return "wf-1";
    }

    @Override
    public String job() {
        return "map";
    }

    @Override
    public int task() {
        return 3;
    }

    @Override
    public int attempt() {
        return 0;
    }

    @Override
    public int iteration() {
        return 0;
    }

    @Override
    public int subgroupCount() {
        return 4;
    }

    @Override
    public String parameter(String name) {
        throw new AssertionError("no parameters");
    }

    @Override
    public String parameter(String name, String otherwise) {
        return otherwise;
    }

    @Override
    public <K, V> SideData<K, V> side(TupleGroup<K, V> group) {
        throw new AssertionError("no side groups");
    }

    @Override
    public void count(String counter, long amount) {
        counters.merge(counter, amount, Long::sum);
    }

    @Override
    public Path temporaryDirectory() {
        return directory;
    }

    @Override
    public void publish(Path written, Path target) {
        throw new AssertionError("no files");
    }

    @Override
    public void publish(Publication result) {
        throw new AssertionError("no results outside");
    }

    @Override
    public boolean hasPublished(String target) {
        return false;
    }

    @Override
    public boolean mayHavePublished() {
        return false;
    }

    @Override
    public void closeAtEnd(AutoCloseable resource) {
        resources.add(resource);
    }

    /** Closes what was registered, as at the end of a task. */
    void end() throws Exception {
        for (AutoCloseable resource : resources) {
            resource.close();
        }
    }
}
