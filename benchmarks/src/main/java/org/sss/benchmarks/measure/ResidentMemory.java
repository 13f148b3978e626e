package org.sss.benchmarks.measure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.cli.cluster.ProcessStat;

/** Resident memory of processes. Stateless. */
final class ResidentMemory {
    private static final long USUAL_PAGE_BYTES = 4096;
    static final long PAGE_BYTES = pageBytes();

    private ResidentMemory() {}

    static long bytes(ProcessStat process) {
        return process.residentPages() * PAGE_BYTES;
    }

    /**
     * Of all of them at one moment. A process that was just forked and has not started its program yet shares the
     * memory of its parent: Java starts programs that way. Both have the same stack and count once.
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
        boolean isShared = parent != null
                && process.parent() != pid
                && process.stackStart() != 0
                && process.stackStart() == parent.stackStart();
        return isShared ? owner(process.parent(), processes) : pid;
    }

    /** Of a page of memory, from the first line of {@code smaps} that names it. */
    private static long pageBytes() {
        try (Stream<String> lines = Files.lines(Path.of("/proc/self/smaps"))) {
            return lines.filter(line -> line.startsWith("KernelPageSize:"))
                    .findFirst()
                    .map(line -> Long.parseLong(line.replaceAll("\\D", "")) << 10)
                    .orElse(USUAL_PAGE_BYTES);
        } catch (IOException | UncheckedIOException e) {
            return USUAL_PAGE_BYTES;
        }
    }
}
