package org.sss.benchmarks.programs;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engine.AnswerDeadline;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.engine.JavaProcess;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.UsageMonitor;

/** Starts a new process for each run: from nothing to the first result of SSS. Stateless. */
public final class ColdEngine implements Engine {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final int END_SECONDS = 60;

    @Override
    public String name() {
        return "sss";
    }

    /** Its nodes are in the new process, never processes of their own. */
    @Override
    public boolean runs(Workload workload) {
        return workload.name().equals("cold-start") && !workload.parameters().containsKey("processes");
    }

    @Override
    public EngineSession open(Workload workload) throws IOException {
        Files.createDirectories(workload.directory());
        return new EngineSession() {
            @Override
            public double importSeconds() {
                return Double.NaN;
            }

            @Override
            public boolean warmsUp() {
                return false;
            }

            @Override
            public Measurement run() throws Exception {
                return once(workload);
            }

            @Override
            public void close() {
                // Each run is a process that has ended.
            }
        };
    }

    private static Measurement once(Workload workload) throws Exception {
        List<String> options = new ArrayList<>(JavaProcess.NODE_OPTIONS);
        options.addAll(List.of(
                workload.heap().option(),
                "-Djava.io.tmpdir=" + workload.directory().toAbsolutePath(),
                JavaProcess.COMMAND_LOG));
        List<String> command = JavaProcess.command(
                options, System.getProperty("java.class.path"), ColdStart.class, workload.parameter("nodes", "2"));
        File log = workload.directory().resolve("log").toFile();
        long start = System.nanoTime();
        Process process = new ProcessBuilder(command).redirectError(log).start();
        try (UsageMonitor monitor = UsageMonitor.watch(process.pid());
                BufferedReader out = process.inputReader()) {
            String line = new AnswerDeadline(process).await(out::readLine);
            double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            Usage usage = monitor.usage();
            if (line == null || !line.startsWith(ColdStart.RESULT)) {
                throw new SssException(
                        ErrorCode.INTERNAL,
                        "the new process gave no result but '" + line + "'; its log: "
                                + Files.readString(log.toPath(), StandardCharsets.ISO_8859_1));
            }
            if (!process.waitFor(END_SECONDS, TimeUnit.SECONDS)) {
                throw new SssException(
                        ErrorCode.TIMEOUT,
                        "the new process gave its result, but did not end within " + END_SECONDS + " s");
            }
            return new Measurement(seconds, usage, line.substring(ColdStart.RESULT.length()), Map.of());
        } finally {
            process.destroyForcibly();
        }
    }
}
