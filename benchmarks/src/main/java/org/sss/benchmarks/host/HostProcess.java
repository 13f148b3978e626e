package org.sss.benchmarks.host;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.ProcessTree;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.Workload;
import org.sss.benchmarks.store.Cleanup;
import org.sss.benchmarks.store.JavaProcess;
import org.sss.net.rpc.Json;

/** The other end of {@link HostMain}. One thread at a time. */
final class HostProcess implements EngineSession {
    private static final long STOP_SECONDS = 30;
    private static final int LOG_CHARACTERS = 2000;

    private final String system;
    private final Path directory;
    private final Path log;
    private final Process process;
    private final Cleanup.Entry cleanup;
    private final BufferedReader answers;
    private final OutputStream asks;
    private final double importSeconds;

    HostProcess(String system, Class<? extends Programs> programs, Workload workload) throws IOException {
        this.system = system;
        directory = Files.createDirectories(workload.directory());
        log = directory.resolve("log");
        process = new ProcessBuilder(command(workload)).redirectError(new File(log.toString())).start();
        cleanup = Cleanup.atExit(this::stop);
        answers = process.inputReader(StandardCharsets.UTF_8);
        asks = process.getOutputStream();
        try {
            ask(Json.write(new HostMessage.Open(programs.getName(), HostMessage.WorkloadText.of(workload))));
            importSeconds = ask(HostMessage.Ask.LOAD).seconds();
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    private static List<String> command(Workload workload) {
        List<String> options = new ArrayList<>();
        options.add("-Djava.io.tmpdir=" + workload.directory().toAbsolutePath());
        options.add("-Dlogback.configurationFile=org/sss/client/cli/logback-command.xml");
        if (workload.parameters().containsKey("heap")) {
            options.add("-Xmx" + workload.parameter("heap", null));
        }
        return JavaProcess.command(options, HostMain.class, List.of());
    }

    @Override
    public double importSeconds() {
        return importSeconds;
    }

    @Override
    public Run run() throws IOException {
        HostMessage.Answer answer;
        Usage usage;
        try (ProcessTree tree = ProcessTree.watch(process.pid())) {
            answer = ask(HostMessage.Ask.RUN);
            usage = tree.usage();
        }
        Map<String, Double> details = new LinkedHashMap<>(answer.details());
        details.put("disk_bytes", (double) DiskSpace.used(directory));
        return new Run(answer.seconds(), usage, ask(HostMessage.Ask.DIGEST).digest(), details);
    }

    private HostMessage.Answer ask(HostMessage.Ask ask) throws IOException {
        return ask(ask.name().getBytes(StandardCharsets.UTF_8));
    }

    private HostMessage.Answer ask(byte[] line) throws IOException {
        try {
            asks.write(line);
            asks.write('\n');
            asks.flush();
        } catch (IOException e) {
            throw failed("ended");
        }
        String answer = answers.readLine();
        if (answer == null) {
            throw failed("ended");
        }
        HostMessage.Answer read = Json.read(answer.getBytes(StandardCharsets.UTF_8), HostMessage.Answer.class, "an answer");
        if (read.error() != null) {
            throw failed("failed: " + read.error());
        }
        return read;
    }

    private SssException failed(String how) throws IOException {
        String text = Files.readString(log, StandardCharsets.ISO_8859_1).strip();
        return new SssException(ErrorCode.INTERNAL, "the process of " + system + " " + how + "; its log ends with: "
                + text.substring(Math.max(0, text.length() - LOG_CHARACTERS)));
    }

    @Override
    public void close() {
        cleanup.run();
    }

    private void stop() {
        try {
            // The end of its input is what tells it to stop.
            asks.close();
            process.waitFor(STOP_SECONDS, TimeUnit.SECONDS);
        } catch (IOException e) {
            // Then it is gone already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        process.destroyForcibly();
    }
}
