package org.sss.benchmarks.measure;

import java.util.HashMap;
import java.util.Map;
import org.sss.cli.cluster.ProcessStat;

/** Resident memory of processes. Stateless. */
final class ResidentMemory {
    private static final long PAGE_BYTES = Auxv.pageBytes();

    private ResidentMemory() {
    }

    static long bytes(ProcessStat process) {
        return process.residentPages() * PAGE_BYTES;
    }

    /**
     * Of all of them at one moment. A process that was just forked and has not started its program yet shares the memory of its
     * parent: Java starts programs that way. Both have the same stack and count once.
     *
     * @param processes by pid
     */
    static long bytes(Map<Long, ProcessStat> processes) {
        Map<Long, Long> bytesByOwner = new HashMap<>();
        processes.forEach((pid, process) -> bytesByOwner.merge(owner(pid, processes), bytes(process), Math::max));
        return bytesByOwner.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Only an ancestor: without random addresses, two processes of the same program have equal stacks. */
    private static long owner(long pid, Map<Long, ProcessStat> processes) {
        ProcessStat process = processes.get(pid);
        ProcessStat parent = processes.get(process.parent());
        boolean isShared = parent != null && process.parent() != pid && process.stackStart() != 0
                && process.stackStart() == parent.stackStart();
        return isShared ? owner(process.parent(), processes) : pid;
    }
}
