package org.sss.benchmarks.host;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.store.AnswerDeadline;
import org.sss.benchmarks.store.Cleanup;
import org.sss.benchmarks.store.JavaProcess;
import org.sss.net.rpc.Json;

/**
 * A Java process that answers what it is asked: the other end of {@link HostLoop}. It, and the processes that it started, end when this
 * object is closed or this process ends. One thread at a time.
 */
public final class HostLink implements AutoCloseable {
    private static final long STOP_SECONDS = 30;
    private static final long END_SECONDS = 2;
    private static final int LOG_CHARACTERS = 2000;

    private final String system;
    private final Path log;
    private final Process process;
    private final Cleanup.Entry cleanup;
    private final BufferedReader answers;
    private final OutputStream asks;
    private final AnswerDeadline deadline;
    /** Those that it has started, known while it lives: when it is killed, nobody else ends them. */
    private volatile List<ProcessHandle> children = List.of();

    /**
     * @param system    for errors
     * @param directory for its log and its temporary files; is made
     * @param options   further ones of Java
     * @param main      has {@link HostLoop} in it
     */
    public HostLink(String system, Path directory, List<String> options, Class<?> main) throws IOException {
        this.system = system;
        log = Files.createDirectories(directory).resolve("log");
        List<String> all = new ArrayList<>(List.of("-Djava.io.tmpdir=" + directory.toAbsolutePath(),
                "-Dlogback.configurationFile=org/sss/cli/logback-command.xml",
                // What the VM itself has to say would be taken for answers.
                "-XX:+DisplayVMOutputToStderr", "-Xlog:disable", "-Xlog:all=warning:stderr"));
        all.addAll(options);
        process = new ProcessBuilder(JavaProcess.command(all, main, List.of())).redirectError(log.toFile()).start();
        cleanup = Cleanup.atExit(this::stop);
        answers = process.inputReader(StandardCharsets.UTF_8);
        asks = process.getOutputStream();
        deadline = new AnswerDeadline(process);
    }

    public long pid() {
        return process.pid();
    }

    /**
     * Waits for the answer, for hours if need be, but not for a process that has ended.
     *
     * @param line one of text
     * @throws SssException TIMEOUT; that of the other side; INTERNAL when it ended, or failed with anything else, with the last words of its log
     */
    public <T> T ask(byte[] line, Class<T> answer) throws IOException {
        try {
            asks.write(line);
            asks.write('\n');
            asks.flush();
        } catch (IOException e) {
            throw failed(ending());
        }
        String text = deadline.readLine(answers);
        if (text == null) {
            throw failed(ending());
        }
        if (children.isEmpty()) {
            children = process.descendants().toList();
        }
        byte[] json = text.substring(1).getBytes(StandardCharsets.UTF_8);
        if (text.charAt(0) == HostLoop.FAILURE) {
            throw failed(Json.read(json, HostLoop.Failure.class, "an error"));
        }
        return Json.read(json, answer, "an answer");
    }

    /** It has done what it is asked for once, as with {@link AnswerDeadline#done}. */
    public void done() {
        deadline.done();
    }

    private SssException failed(HostLoop.Failure failure) throws IOException {
        return failure.code() == null ? failed("failed: " + failure.message()) : new SssException(failure.code(), failure.message());
    }

    /** It has closed its output, so that its end is near. */
    private String ending() {
        try {
            return process.waitFor(END_SECONDS, TimeUnit.SECONDS) ? "ended with exit status " + process.exitValue() : "answers no more";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "answers no more";
        }
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
