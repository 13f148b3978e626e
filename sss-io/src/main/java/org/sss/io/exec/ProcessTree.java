package org.sss.io.exec;

import java.util.List;

/** A process with all that it started. Stateless. */
final class ProcessTree {
    private static final int MAX_ROUNDS = 10;

    private ProcessTree() {
    }

    /** Kills them all, those too that are started meanwhile. */
    static void kill(Process root) {
        List<ProcessHandle> below = root.descendants().toList();
        root.destroyForcibly();
        for (int round = 0; round < MAX_ROUNDS && !below.isEmpty(); round++) {
            List<ProcessHandle> further = below.stream().flatMap(ProcessHandle::descendants).toList();
            below.forEach(ProcessHandle::destroyForcibly);
            below = further;
        }
    }
}
