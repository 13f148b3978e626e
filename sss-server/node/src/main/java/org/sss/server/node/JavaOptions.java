package org.sss.server.node;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The Java options of SSS processes. The launcher passes them. A program with an embedded cluster may lack them; those
 * that Java can change at run time are then applied. Thread-safe.
 */
public final class JavaOptions {
    /** Methods that are never inlined; otherwise it is chance whether the compiler inlines them into user functions. */
    static final List<String> NOT_INLINED = List.of(
            "org.sss.server.task.output.StringBatch::drain",
            "org.sss.server.task.output.LongCombineEmitter::put",
            "org.sss.server.task.output.ValueCombineEmitter::emit",
            "org.sss.server.task.output.SortEmitter::emit");

    private static final List<String> COLLECTOR = List.of(
            "-XX:GCTimeRatio=4",
            "-XX:+UnlockExperimentalVMOptions",
            "-XX:G1MaxNewSizePercent=10",
            "-XX:InitialRAMPercentage=5");
    private static final String NETTY = "io.netty.tryReflectionSetAccessible";
    private static final Logger LOG = LoggerFactory.getLogger(JavaOptions.class);
    private static final AtomicBoolean APPLIED = new AtomicBoolean();
    private static final long IDLE_CHECK_MILLIS = 100;
    private static final long CHECK_MILLIS = 1000;
    /** Programs that run jobs for a shorter time hardly benefit. */
    private static final int CHECKS_WITH_WORK = 10;

    private JavaOptions() {}

    /** The options of each process that the launcher starts. */
    public static List<String> all() {
        return Stream.of(
                        forPrograms(),
                        List.of("-XX:CompileCommand=quiet"),
                        NOT_INLINED.stream()
                                .map(method -> "-XX:CompileCommand=dontinline," + method)
                                .toList(),
                        List.of("-Xlog:jvmti=off"))
                .flatMap(List::stream)
                .toList();
    }

    /** The options for programs with an embedded cluster: those that cannot be applied at run time. */
    public static List<String> forPrograms() {
        return Stream.concat(
                        Stream.of(
                                "--enable-native-access=ALL-UNNAMED",
                                open("java.lang"),
                                open("java.nio"),
                                "-D" + NETTY + "=true"),
                        COLLECTOR.stream())
                .toList();
    }

    private static String open(String javaPackage) {
        return "--add-opens=java.base/" + javaPackage + "=ALL-UNNAMED";
    }

    /** Must be called before Netty allocates its first buffer. */
    static void applyToBuffers() {
        if (isOpen("java.nio") && System.getProperty(NETTY) == null) {
            System.setProperty(NETTY, "true");
        }
    }

    /**
     * Runs in the background, for the first cluster of a process. Missing options are reported after jobs have run for
     * a while.
     */
    static void applyToCompiler(EmbeddedCluster cluster) {
        if (APPLIED.compareAndSet(false, true)) {
            Thread thread = new Thread(() -> applyAndReport(cluster), "sss-java-options");
            thread.setDaemon(true);
            thread.start();
        }
    }

    private static void applyAndReport(EmbeddedCluster cluster) {
        try {
            // Loading Java's management costs 0.1 s of processor time; programs without jobs do not pay it.
            while (!cluster.isWorking()) {
                if (!cluster.isOpen()) {
                    return;
                }
                Thread.sleep(IDLE_CHECK_MILLIS);
            }
            List<String> given = ManagementFactory.getRuntimeMXBean().getInputArguments();
            if (given.stream().noneMatch(option -> option.contains(NOT_INLINED.get(0)))) {
                addDirectives();
            }
            List<String> missing = missing(given);
            for (int checks = 0; !missing.isEmpty() && cluster.isOpen() && checks < CHECKS_WITH_WORK; ) {
                Thread.sleep(CHECK_MILLIS);
                checks += cluster.isWorking() ? 1 : 0;
                if (checks == CHECKS_WITH_WORK) {
                    LOG.warn(
                            "jobs in this process would take less time and memory if Java were started with: {} (on "
                                    + "the command line, or in the variable"
                                    + " JDK_JAVA_OPTIONS)",
                            String.join(" ", missing));
                }
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /**
     * Has the effect of CompileCommand=dontinline from now on. Returns true if Java accepted it; directives of the user
     * are not changed.
     */
    static boolean addDirectives() {
        try {
            MBeanServer server = ManagementFactory.getPlatformMBeanServer();
            ObjectName commands = new ObjectName("com.sun.management:type=DiagnosticCommand");
            String before = (String) server.invoke(commands, "compilerDirectivesPrint", null, null);
            if (before.split("(?m)^Directive:", -1).length > 2) {
                return false;
            }
            Path file = Files.createTempFile("sss-directives-", ".json");
            try {
                Files.writeString(file, directives());
                String answer = (String) server.invoke(
                        commands, "compilerDirectivesAdd", new Object[] {new String[] {file.toString()}}, new String[] {
                            String[].class.getName()
                        });
                LOG.debug("compiler directives: {}", answer.strip());
                return answer.contains("1 compiler directives added");
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (JMException | IOException | RuntimeException e) {
            LOG.debug("this Java accepts no compiler directives at run time", e);
            return false;
        }
    }

    private static String directives() {
        return NOT_INLINED.stream()
                .map(method -> "\"-" + method.replace('.', '/').replace("::", ".") + "\"")
                .collect(Collectors.joining(", ", "[{match: [\"*.*\"], inline: [", "]}]\n"));
    }

    /**
     * Returns the options of {@link #forPrograms} that this process lacks.
     *
     * @param given the options that it was started with
     */
    static List<String> missing(List<String> given) {
        boolean isG1 = ManagementFactory.getGarbageCollectorMXBeans().stream()
                .anyMatch(collector -> collector.getName().startsWith("G1"));
        boolean lacksPackage = !isOpen("java.lang") || !isOpen("java.nio");
        boolean lacksCollector = isG1
                && COLLECTOR.stream()
                        .filter(option -> option.contains("="))
                        .map(option -> option.substring(0, option.indexOf('=')))
                        .allMatch(name -> given.stream()
                                .noneMatch(option -> option.startsWith(name) || option.startsWith("-Xms")));
        return Stream.of(
                        lacksPackage
                                ? Stream.of(open("java.lang"), open("java.nio"), "-D" + NETTY + "=true")
                                : Stream.<String>empty(),
                        lacksCollector ? COLLECTOR.stream() : Stream.<String>empty())
                .flatMap(options -> options)
                .toList();
    }

    private static boolean isOpen(String javaPackage) {
        return Object.class.getModule().isOpen(javaPackage, JavaOptions.class.getModule());
    }
}
