package org.sss.benchmarks.engines;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engines.runner.Runner;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.UsageMonitor;
import org.sss.benchmarks.store.AnswerDeadline;
import org.sss.benchmarks.store.Cleanup;
import org.sss.benchmarks.store.JavaProcess;

/** The process of a rival, with {@link Runner} in it. One thread at a time. */
final class RivalSession implements EngineSession {
    /** Hadoop takes half a minute to stop by itself; what it would do then is done for it, as all its files are deleted. */
    private static final long STOP_SECONDS = 5;
    private static final int LOG_CHARACTERS = 2000;

    private final String system;
    private final boolean warmsUp;
    private final Path log;
    private final Process process;
    private final Cleanup.Entry cleanup;
    private final BufferedReader answers;
    private final OutputStream asks;
    private final AnswerDeadline deadline;
    private final double importSeconds;

    /** Starts it and waits for its input to be there. */
    RivalSession(String system, List<String> command, Map<String, String> environment, Path directory, boolean warmsUp) throws IOException {
        this.system = system;
        this.warmsUp = warmsUp;
        log = directory.resolve(system + ".log");
        ProcessBuilder builder = new ProcessBuilder(command).directory(directory.toFile()).redirectError(log.toFile());
        if (Boolean.getBoolean("sss.ownArena")) {
            builder.environment().remove("MALLOC_ARENA_MAX");
        }
        // Hadoop starts its tasks with it.
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(environment);
        process = builder.start();
        cleanup = Cleanup.atExit(this::stop);
        answers = process.inputReader(StandardCharsets.UTF_8);
        asks = process.getOutputStream();
        deadline = new AnswerDeadline(process);
        try {
            importSeconds = Double.parseDouble(answer(Runner.READY));
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    @Override
    public double importSeconds() {
        return importSeconds;
    }

    @Override
    public boolean warmsUp() {
        return warmsUp;
    }

    /** What it used is looked at before it reads its own answer, as with {@link org.sss.benchmarks.host.HostedEngine}. */
    @Override
    public Run run() throws IOException {
        double seconds;
        Usage usage;
        try (UsageMonitor monitor = UsageMonitor.watch(process.pid())) {
            seconds = Double.parseDouble(ask(Runner.RUN, Runner.END));
            usage = monitor.usage();
        }
        deadline.done();
        String answer = ask(Runner.TELL, Runner.IDLE);
        int bar = answer.indexOf(Runner.BAR);
        return new Run(seconds, usage, answer.substring(bar + Runner.BAR.length()), details(answer.substring(0, bar)));
    }

    private static Map<String, Double> details(String words) {
        Map<String, Double> details = new LinkedHashMap<>();
        for (String word : words.isBlank() ? new String[0] : words.split(" ")) {
            String[] detail = word.split("=");
            details.put(detail[0], Double.parseDouble(detail[1]));
        }
        return details;
    }

    private String ask(String what, String expected) throws IOException {
        asks.write((what + "\n").getBytes(StandardCharsets.UTF_8));
        asks.flush();
        return answer(expected);
    }

    /** What comes behind the word that is expected. */
    private String answer(String expected) throws IOException {
        for (String line = deadline.readLine(answers); line != null; line = deadline.readLine(answers)) {
            if (line.startsWith(Runner.MARK + expected)) {
                return line.substring((Runner.MARK + expected).length());
            }
            if (line.startsWith(Runner.MARK + Runner.FAILED)) {
                throw failed("failed: " + line.substring((Runner.MARK + Runner.FAILED).length()));
            }
        }
        throw failed("ended");
    }

    private SssException failed(String how) throws IOException {
        // It is gone when this process is being ended.
        String text = Files.exists(log) ? Files.readString(log, StandardCharsets.ISO_8859_1).strip() : "";
        return new SssException(ErrorCode.INTERNAL, "the process of " + system + " " + how + (text.isEmpty() ? "; its log is empty"
                : "; its log ends with: " + text.substring(Math.max(0, text.length() - LOG_CHARACTERS))));
    }

    @Override
    public void close() {
        cleanup.run();
    }

    private void stop() {
        List<ProcessHandle> children = process.descendants().toList();
        try {
            // The end of its input is what tells it to stop.
            asks.close();
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // Then it is gone already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        JavaProcess.kill(process);
    }
}
