package org.sss.benchmarks.engine;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.benchmarks.measure.Cleanup;
import org.sss.benchmarks.measure.Heap;
import org.sss.server.node.JavaOptions;

/**
 * A process with the Java and the class path of this one, and an output of its own. It ends when this object is closed or
 * this process ends. Thread-safe.
 */
public final class JavaProcess implements AutoCloseable {
    private static final long STOP_SECONDS = 10;
    /** As the launcher does for small heaps, which Java would take whole at once. */
    private static final Heap SMALL_HEAP = Heap.of("512m");
    private static final String FIRST_HEAP = "32m";
    /** As the launcher gives to nodes and clients of SSS; other programs run with what Java does by itself. */
    public static final List<String> NODE_OPTIONS =
            JavaOptions.all().stream().filter(option -> !option.startsWith("--enable-native-access")).toList();
    private static final int FIRST_JAVA_WITH_UNSAFE_WARNINGS = 24;

    private final Process process;
    private final Path log;
    private final Cleanup.Entry cleanup;

    /** @param heap such as {@code 256m}, or null for the one that Java chooses */
    public JavaProcess(String heap, Path log, Class<?> main, String... arguments) throws IOException {
        this.log = log;
        ProcessBuilder builder = new ProcessBuilder(command(heap, main, List.of(arguments)));
        builder.environment().putIfAbsent("MALLOC_ARENA_MAX", "1");
        process = builder.redirectErrorStream(true).redirectOutput(log.toFile()).redirectInput(new File("/dev/null")).start();
        cleanup = Cleanup.atExit(this::stop);
    }

    private static boolean isSmall(String heap) {
        return heap != null && Heap.of(heap).bytes() <= SMALL_HEAP.bytes();
    }

    private static List<String> command(String heap, Class<?> main, List<String> arguments) {
        List<String> options = new ArrayList<>(NODE_OPTIONS);
        options.addAll(heap == null ? List.of() : List.of("-Xmx" + heap));
        options.addAll(isSmall(heap) ? List.of("-Xms" + FIRST_HEAP) : List.of());
        return command(options, System.getProperty("java.class.path"), main, arguments);
    }

    /** What starts a class with these options of Java. */
    public static List<String> command(List<String> options, String classPath, Class<?> main, List<String> arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (Runtime.version().feature() >= FIRST_JAVA_WITH_UNSAFE_WARNINGS) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(arguments);
        return command;
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** What the process has printed so far. */
    public String output() {
        try {
            return Files.readString(log, StandardCharsets.ISO_8859_1);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        cleanup.run();
    }

    private void stop() {
        process.destroy();
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill(process);
    }

    /** Waits a little for its end: its files are deleted next. */
    public static void kill(Process process) {
        try {
            process.destroyForcibly().waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
