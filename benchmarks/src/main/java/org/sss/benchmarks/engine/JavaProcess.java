package org.sss.benchmarks.engine;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.benchmarks.measure.Heap;
import org.sss.cli.terminal.CommandLog;
import org.sss.server.node.JavaOptions;

/** How Java processes are started and ended. Stateless. */
public final class JavaProcess {
    /** As the launcher gives to nodes and clients of SSS; other programs run with what Java does by itself. */
    public static final List<String> NODE_OPTIONS = JavaOptions.all().stream()
            .filter(option -> !option.startsWith("--enable-native-access"))
            .toList();
    /** The log is that of a command: nothing is logged to standard output, which has answers. */
    public static final String COMMAND_LOG = "-D" + CommandLog.PROPERTY;
    /** As the launcher does for small heaps, which Java would take whole at once. */
    private static final Heap SMALL_HEAP = Heap.of("512m");

    private static final String FIRST_HEAP = "32m";
    private static final long STOP_SECONDS = 10;
    private static final int FIRST_JAVA_WITH_UNSAFE_WARNINGS = 24;

    private JavaProcess() {}

    /**
     * Options of a process of SSS.
     *
     * @param heap such as {@code 256m}, or null for the one that Java chooses
     */
    static List<String> nodeOptions(String heap) {
        List<String> options = new ArrayList<>(NODE_OPTIONS);
        if (heap != null) {
            options.add("-Xmx" + heap);
            options.addAll(Heap.of(heap).bytes() <= SMALL_HEAP.bytes() ? List.of("-Xms" + FIRST_HEAP) : List.of());
        }
        return options;
    }

    /** What starts a class with these options of Java. */
    public static List<String> command(List<String> options, String classPath, Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>();
        command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
        command.add("--enable-native-access=ALL-UNNAMED");
        if (Runtime.version().feature() >= FIRST_JAVA_WITH_UNSAFE_WARNINGS) {
            command.add("--sun-misc-unsafe-memory-access=allow");
        }
        command.addAll(options);
        command.addAll(List.of("-cp", classPath, main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }

    /** Lets it stop by itself, for some seconds. */
    static void stop(Process process) {
        process.destroy();
        try {
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        kill(process);
    }

    /** Waits a little for its end: its files are deleted next. */
    static void kill(Process process) {
        try {
            process.destroyForcibly().waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
