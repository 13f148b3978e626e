package org.sss.benchmarks.measure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import org.sss.cli.cluster.ProcessStat;

/**
 * CPU time that Java's compilers take in processes which are at work already. One that starts later compiles its code
 * again each time, which no warm-up ends: it is not looked at, and neither is one that is no Java. One thread at a
 * time.
 */
final class CompilerTicks {
    /**
     * In which {@code /proc} counts CPU time, on all processors that Java 17 runs on, whatever the kernel's own clock.
     */
    static final double TICKS_PER_SECOND = 100;
    /** The kernel truncates names of threads to 15 letters. */
    private static final String FIRST_COMPILER = "C1 CompilerThre";
    private static final String SECOND_COMPILER = "C2 CompilerThre";

    /** Ticks by thread, by process. */
    private final Map<Long, Map<Long, Long>> start = new HashMap<>();

    private CompilerTicks() {
    }

    /** From now on. */
    static CompilerTicks of(Collection<Long> pids) {
        CompilerTicks ticks = new CompilerTicks();
        for (long pid : pids) {
            Map<Long, Long> threads = threads(pid);
            if (!threads.isEmpty()) {
                ticks.start.put(pid, threads);
            }
        }
        return ticks;
    }

    /**
     * Since {@link #of}. Java may end a compiler's thread that has had nothing to do for long: that has taken next to
     * nothing.
     */
    double seconds() {
        long sum = 0;
        for (Map.Entry<Long, Map<Long, Long>> process : start.entrySet()) {
            for (Map.Entry<Long, Long> thread : threads(process.getKey()).entrySet()) {
                sum += thread.getValue() - process.getValue().getOrDefault(thread.getKey(), 0L);
            }
        }
        return sum / TICKS_PER_SECOND;
    }

    private static Map<Long, Long> threads(long pid) {
        Map<Long, Long> ticks = new HashMap<>();
        Path tasks = Path.of("/proc", Long.toString(pid), "task");
        // Null when the process has ended.
        String[] names = new File(tasks.toString()).list();
        for (String name : names == null ? new String[0] : names) {
            addCompiler(tasks.resolve(name), ticks);
        }
        return ticks;
    }

    private static void addCompiler(Path task, Map<Long, Long> ticks) {
        try {
            String name = Files.readString(task.resolve("comm")).strip();
            if (name.equals(FIRST_COMPILER) || name.equals(SECOND_COMPILER)) {
                ticks.put(Long.valueOf(task.getFileName().toString()), ProcessStat.read(task.resolve("stat")).ticks());
            }
        } catch (IOException e) {
            // This thread has ended.
        }
    }
}
