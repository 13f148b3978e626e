package org.sss.benchmarks.measure;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * What {@code /proc/PID/stat} says of a process. Immutable.
 *
 * @param ticks      of CPU time, without those of its children
 * @param stackStart an address, different for each program that was started; 0 where the kernel does not tell
 */
record ProcessStat(long parent, long ticks, long residentBytes, long stackStart) {
    private static final long PAGE_BYTES = Auxv.pageBytes();
    /** Fields behind the command's name. */
    private static final int PARENT = 1;
    private static final int USER_TIME = 11;
    private static final int SYSTEM_TIME = 12;
    private static final int RESIDENT = 21;
    private static final int STACK_START = 25;

    /** @throws IOException when there is no such process any more */
    static ProcessStat read(long pid) throws IOException {
        return of(Files.readString(Path.of("/proc", Long.toString(pid), "stat")));
    }

    static ProcessStat of(String stat) {
        // The name of the command stands in brackets and may hold anything.
        String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ");
        return new ProcessStat(Long.parseLong(fields[PARENT]), Long.parseLong(fields[USER_TIME]) + Long.parseLong(fields[SYSTEM_TIME]),
                Long.parseLong(fields[RESIDENT]) * PAGE_BYTES, Long.parseUnsignedLong(fields[STACK_START].strip()));
    }

    /**
     * Of all of them at one moment. A process that has just been made and has not started its program yet is a second name for the memory of
     * its parent: Java starts programs that way. Both have the same stack, and count once.
     *
     * @param processes by pid
     */
    static long residentBytes(Map<Long, ProcessStat> processes) {
        Map<Long, Long> bytesByOwner = new HashMap<>();
        processes.forEach((pid, process) -> bytesByOwner.merge(owner(pid, processes), process.residentBytes, Math::max));
        return bytesByOwner.values().stream().mapToLong(Long::longValue).sum();
    }

    /** Not any other process with that stack: without random addresses, two that run the same program have equal ones. */
    private static long owner(long pid, Map<Long, ProcessStat> processes) {
        ProcessStat process = processes.get(pid);
        ProcessStat parent = processes.get(process.parent);
        boolean isShared = parent != null && process.parent != pid && process.stackStart != 0
                && process.stackStart == parent.stackStart;
        return isShared ? owner(process.parent, processes) : pid;
    }
}
