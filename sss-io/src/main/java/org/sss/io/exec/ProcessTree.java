package org.sss.io.exec;

import java.util.List;

/** A process and its descendants. Stateless. */
final class ProcessTree {
    private static final int MAX_ROUNDS = 10;

    private ProcessTree() {}

    /** Kills a process and all its descendants, including those that are started in the meantime. */
    static void kill(Process root) {
        List<ProcessHandle> below = root.descendants().toList();
        root.destroyForcibly();
        for (int round = 0; round < MAX_ROUNDS && !below.isEmpty(); round++) {
            List<ProcessHandle> further =
                    below.stream().flatMap(ProcessHandle::descendants).toList();
            below.forEach(ProcessHandle::destroyForcibly);
            below = further;
        }
    }
}
