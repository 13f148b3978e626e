package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.spi.Configurator.ExecutionStatus;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.sss.net.control.TaskName;

class PrintableLogTest {
    private static final String FORGED = "2030-01-01 00:00:00.000 ERROR Forged: x";

    /** Returns what a logger with the file of a node prints. */
    private static List<String> logged(String message, Throwable thrown) throws JoranException {
        return logged(context -> context.getLogger("some").info(message, thrown));
    }

    private static List<String> logged(Consumer<LoggerContext> log) throws JoranException {
        PrintStream before = System.out;
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        try {
            System.setOut(new PrintStream(out, true, UTF_8));
            JoranConfigurator configurator = new JoranConfigurator();
            configurator.setContext(context);
            configurator.doConfigure(PrintableLogTest.class.getResource("/org/sss/cli/logback-node.xml"));
            log.accept(context);
        } finally {
            context.stop();
            System.setOut(before);
        }
        return out.toString(UTF_8).lines().toList();
    }

    @Test
    void aMessageCannotForgeALineOfALog() throws JoranException {
        List<String> lines = logged("key 'a\n" + FORGED + "\r" + (char) 0x1b + "[2J'", null);
        assertThat(lines).hasSize(2);
        assertThat(lines.get(0)).endsWith("some: key 'a");
        assertThat(lines.get(1)).isEqualTo("    " + FORGED + "\\u000d\\u001b[2J'");
    }

    @Test
    void norCanTheNameOfALogger() throws JoranException {
        List<String> lines =
                logged(context -> context.getLogger("users\nForged").info("x"));
        assertThat(lines).singleElement().asString().endsWith("users\\u000aForged: x");
    }

    /** Runs code as that of a task does. */
    private static void inTask(Runnable code) {
        class Slot extends ThreadGroup implements TaskName.Within {
            Slot() {
                super("slot");
            }

            @Override
            public String taskName() {
                return "wf-3 map-1/2";
            }
        }

        Thread thread = new Thread(new Slot(), code);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void eachLineOfATaskHasItsName() throws JoranException {
        List<String> lines = logged(context -> {
            inTask(() -> context.getLogger("users").info("in\n" + FORGED));
            context.getLogger("nodes").info("out");
        });
        assertThat(lines).hasSize(3);
        assertThat(lines.get(0)).endsWith("users: [wf-3 map-1/2] in");
        assertThat(lines.get(1)).isEqualTo("    " + FORGED);
        assertThat(lines.get(2)).endsWith("nodes: out");
    }

    @Test
    void whatOneJobLogsIsBounded() throws JoranException {
        List<String> lines = logged(context -> {
            inTask(() -> {
                for (int i = 0; i < 20_000; i++) {
                    context.getLogger("users").info("x".repeat(1000));
                }
            });
            context.getLogger("nodes").info("still here");
        });
        assertThat(lines.stream().filter(line -> line.endsWith("x")).count()).isBetween(900L, 5000L);
        assertThat(lines.get(lines.size() - 1)).endsWith("nodes: still here");
    }

    @Test
    void whatATaskPrintsBecomesLinesWithItsName() {
        ByteArrayOutputStream raw = new ByteArrayOutputStream();
        List<String> lines = new CopyOnWriteArrayList<>();
        PrintStream out =
                new TaskPrints(new PrintStream(raw, true, UTF_8), (task, text) -> lines.add(task + ": " + text));
        inTask(() -> {
            out.print("one");
            out.println(" line\n" + FORGED);
            out.println("x".repeat(10_000));
            out.print("no end");
        });
        out.println("of the node");
        Awaitility.await().atMost(Duration.ofSeconds(60)).until(() -> lines.size() == 5);
        assertThat(lines)
                .containsExactly(
                        "wf-3 map-1/2: one line",
                        "wf-3 map-1/2: " + FORGED,
                        "wf-3 map-1/2: " + "x".repeat(8192),
                        "wf-3 map-1/2: " + "x".repeat(10_000 - 8192),
                        "wf-3 map-1/2: no end");
        assertThat(raw.toString(UTF_8)).isEqualTo("of the node\n");
    }

    @Test
    void aJobMayPrintABurstThenSlowlyAndNotForEver() {
        AtomicLong nanos = new AtomicLong(1);
        TaskRates rates = new TaskRates(nanos::get);
        assertThat(rates.take("wf-1 a/0", TaskRates.BURST_BYTES)).isEmpty();
        assertThat(TaskRates.isNotice(rates.take("wf-1 a/1", 1))).isTrue();
        assertThat(rates.take("wf-1 a/0", 1)).isNull();
        assertThat(rates.take("wf-1 b/0", 1)).isEmpty();
        nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
        assertThat(rates.take("wf-1 a/0", TaskRates.BYTES_PER_SECOND)).contains("1 more lines");
        for (int i = 0; i < 20; i++) {
            nanos.addAndGet(TimeUnit.SECONDS.toNanos(60));
            rates.take("wf-1 a/0", TaskRates.BURST_BYTES);
        }
        assertThat(rates.take("wf-1 a/0", TaskRates.BURST_BYTES)).isNull();
    }

    @Test
    void norCanThatOfACommand() {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        PrintStream before = System.err;
        LoggerContext context = new LoggerContext();
        context.setMDCAdapter(new LogbackMDCAdapter());
        try {
            System.setErr(new PrintStream(err, true, UTF_8));
            System.setProperty(CommandLog.PROPERTY, "");
            assertThat(new CommandLog().configure(context)).isEqualTo(ExecutionStatus.DO_NOT_INVOKE_NEXT_IF_ANY);
            context.getLogger("a.Some").info("not a warning");
            context.getLogger("a.Some").warn("key 'a\n{}", FORGED, new IllegalStateException("outer\n" + FORGED));
            context.getLogger("org.sss.net.transport.Any").warn("not an error");
        } finally {
            System.clearProperty(CommandLog.PROPERTY);
            context.stop();
            System.setErr(before);
        }
        List<String> lines = err.toString(UTF_8).lines().toList();
        assertThat(lines.subList(0, 4))
                .containsExactly(
                        "WARN  Some: key 'a",
                        "    " + FORGED,
                        "    java.lang.IllegalStateException: outer",
                        "    " + FORGED);
        assertThat(lines.subList(4, lines.size())).allMatch(line -> line.startsWith("    "));
    }

    @Test
    void norCanTheMessageOfAnException() throws JoranException {
        List<String> lines = logged(
                "failed",
                new IllegalStateException("outer\n" + FORGED, new RuntimeException((char) 0x9b + "J\n" + FORGED)));
        assertThat(lines.get(0)).endsWith("some: failed");
        assertThat(lines.subList(1, lines.size())).allMatch(line -> line.startsWith("    "));
        assertThat(lines)
                .anyMatch(line -> line.contains("\\u009bJ"))
                .anyMatch(line -> line.contains("PrintableLogTest"));
    }
}
