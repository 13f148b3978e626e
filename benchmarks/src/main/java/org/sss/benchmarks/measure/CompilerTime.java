package org.sss.benchmarks.measure;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.sss.cli.cluster.ProcessStat;

/**
 * CPU time of Java's compilers in one process, since this object was created; 0 if it is no Java. What ran before in a
 * thread that has ended is lost: such a compiler had nothing to do for long. Used by one thread at a time.
 */
final class CompilerTime {
    /** The kernel preserves 15 letters of the name of a thread. */
    private static final Set<String> COMPILERS = Set.of("C1 CompilerThre", "C2 CompilerThre");

    private final Path threads;
    private final Map<String, Long> start;

    CompilerTime(long pid) {
        threads = Path.of("/proc", Long.toString(pid), "task");
        start = ticks();
    }

    double seconds() {
        long sum = 0;
        for (Map.Entry<String, Long> thread : ticks().entrySet()) {
            sum += thread.getValue() - start.getOrDefault(thread.getKey(), 0L);
        }
        return sum / UsageMonitor.TICKS_PER_SECOND;
    }

    private Map<String, Long> ticks() {
        Map<String, Long> ticks = new HashMap<>();
        String[] ids = new File(threads.toString()).list();
        for (String id : ids == null ? new String[0] : ids) {
            try {
                if (COMPILERS.contains(Files.readString(threads.resolve(id).resolve("comm"), ISO_8859_1)
                        .strip())) {
                    ticks.put(
                            id,
                            ProcessStat.read(threads.resolve(id).resolve("stat"))
                                    .ticks());
                }
            } catch (IOException e) {
                // The thread has ended.
            }
        }
        return ticks;
    }
}
