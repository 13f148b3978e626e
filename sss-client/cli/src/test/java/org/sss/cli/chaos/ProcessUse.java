package org.sss.cli.chaos;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * What a Java process uses.
 *
 * @param heapMiB after a garbage collection
 */
record ProcessUse(long rssMiB, long heapMiB, long threads, long descriptors) {
    private static final Pattern HEAP_KIB = Pattern.compile("heap\\s.*?used (\\d+)K", Pattern.DOTALL);

    static ProcessUse of(long pid) throws IOException {
        jcmd(pid, "GC.run");
        Matcher heap = HEAP_KIB.matcher(jcmd(pid, "GC.heap_info"));
        if (!heap.find()) {
            throw new IOException("jcmd does not say how much of the heap is used");
        }
        Path directory = Path.of("/proc", Long.toString(pid));
        try (Stream<Path> descriptors = Files.list(directory.resolve("fd"))) {
            return new ProcessUse(
                    status(directory, "VmRSS") >> 10,
                    Long.parseLong(heap.group(1)) >> 10,
                    status(directory, "Threads"),
                    descriptors.count());
        }
    }

    private static long status(Path directory, String name) throws IOException {
        return Files.readAllLines(directory.resolve("status")).stream()
                .filter(line -> line.startsWith(name + ":"))
                .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
                .findFirst()
                .orElseThrow();
    }

    private static String jcmd(long pid, String command) throws IOException {
        Process jcmd = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(), Long.toString(pid), command)
                .redirectErrorStream(true)
                .start();
        return new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
