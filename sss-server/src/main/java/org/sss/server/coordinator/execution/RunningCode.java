package org.sss.server.coordinator.execution;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** Which workflows that are not over came with which jars: nodes hand on loaded code of those that are. Thread-safe. */
public final class RunningCode {
    /** Blob ids of the jars by the workflow. Guarded by this. */
    private final Map<String, List<String>> jars = new HashMap<>();

    /** Those that enter have ids in the order in which they enter: who has a lower one and is not here is over. */
    synchronized String enter(Supplier<String> nextId, List<String> code) {
        String id = nextId.get();
        if (!code.isEmpty()) {
            jars.put(id, List.copyOf(code));
        }
        return id;
    }

    /** Before anybody is told of its end, who may then submit the next one. */
    synchronized void leave(String id) {
        jars.remove(id);
    }

    /** The others with the same jars. */
    synchronized List<String> besides(String id, List<String> code) {
        return jars.entrySet().stream().filter(other -> !other.getKey().equals(id) && other.getValue().equals(code))
                .map(Map.Entry::getKey).sorted().toList();
    }
}
