package org.sss.server.coordinator.execution.job;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** The jars of running workflows: nodes reuse the loaded code of ended ones. Thread-safe. */
public final class RunningCode {
    /** Blob ids of the jars, by workflow. Guarded by this. */
    private final Map<String, List<String>> jars = new HashMap<>();

    /**
     * Adds a workflow. Ids increase in the order of the calls: a workflow with a lower id that is not here has ended.
     */
    public synchronized String enter(Supplier<String> nextId, List<String> code) {
        String id = nextId.get();
        if (!code.isEmpty()) {
            jars.put(id, List.copyOf(code));
        }
        return id;
    }

    /** Removes a workflow. Called before its end is reported, since the client may then submit the next one. */
    public synchronized void leave(String id) {
        jars.remove(id);
    }

    /** The other running workflows with the same jars. */
    synchronized List<String> otherWorkflows(String id, List<String> code) {
        return jars.entrySet().stream()
                .filter(other -> !other.getKey().equals(id) && other.getValue().equals(code))
                .map(Map.Entry::getKey)
                .sorted()
                .toList();
    }
}
