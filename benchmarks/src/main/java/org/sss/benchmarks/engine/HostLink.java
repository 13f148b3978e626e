package org.sss.benchmarks.engine;

import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Cleanup;

/**
 * A Java process with an object of class {@code H}, see {@link HostMain}. The process, and those that it started, end
 * when this link is closed or this process ends. One thread at a time.
 */
public final class HostLink<H extends AutoCloseable> implements AutoCloseable {
    private static final long END_SECONDS = 2;
    private static final int LOG_CHARACTERS = 2000;

    private final String system;
    private final Launch launch;
    private final Path log;
    private final Process process;
    private final Cleanup.Entry cleanup;
    private final ObjectOutputStream asks;
    private final AnswerDeadline deadline;
    /** Opened with the first answer. */
    private ObjectInputStream answers;
    /** Known while the process lives: when it is killed, nobody else ends its children. */
    private volatile List<ProcessHandle> children = List.of();

    /**
     * @param system    for errors
     * @param directory for its log and its temporary files, and its working directory; is created
     * @param host      has a constructor without arguments
     */
    public HostLink(String system, Path directory, Launch launch, Class<H> host) throws IOException {
        this.system = system;
        this.launch = launch;
        log = Files.createDirectories(directory).resolve(system + ".log");
        List<String> options = List.of(
                "-Djava.io.tmpdir=" + directory.toAbsolutePath(),
                JavaProcess.COMMAND_LOG,
                // Standard output has the answers alone.
                "-XX:+DisplayVMOutputToStderr",
                "-Xlog:disable",
                "-Xlog:all=warning:stderr");
        ProcessBuilder builder = new ProcessBuilder(launch.command(options, HostMain.class, host.getName()));
        launch.environment().forEach((name, value) -> {
            if (value.isEmpty()) {
                builder.environment().remove(name);
            } else {
                builder.environment().put(name, value);
            }
        });
        process = builder.directory(directory.toFile())
                .redirectError(log.toFile())
                .start();
        cleanup = Cleanup.atExit(this::stop);
        deadline = new AnswerDeadline(process);
        asks = new ObjectOutputStream(process.getOutputStream());
    }

    public long pid() {
        return process.pid();
    }

    /**
     * Waits for the answer, for hours if need be, but not for a process that has ended.
     *
     * @throws SssException TIMEOUT; that of the other process; INTERNAL when it ended, or failed otherwise, with the
     *         end of its log
     */
    public <R> R ask(Ask<H, R> ask) throws IOException {
        HostMain.Answer answer;
        try {
            asks.writeObject(ask);
            asks.reset();
            asks.flush();
            answer = deadline.await(this::read);
        } catch (IOException e) {
            throw failed(ending());
        }
        if (children.isEmpty()) {
            children = process.descendants().toList();
        }
        if (answer.failure() != null) {
            throw answer.code() == null
                    ? failed("failed: " + answer.failure())
                    : new SssException(answer.code(), answer.failure());
        }
        @SuppressWarnings("unchecked")
        R result = (R) answer.result();
        return result;
    }

    private HostMain.Answer read() throws IOException {
        answers = answers == null ? new ObjectInputStream(process.getInputStream()) : answers;
        try {
            return (HostMain.Answer) answers.readObject();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    /** It has closed its output, so its end is near. */
    private String ending() {
        try {
            return process.waitFor(END_SECONDS, TimeUnit.SECONDS)
                    ? "ended with exit status " + process.exitValue()
                    : "does not answer";
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return "does not answer";
        }
    }

    private SssException failed(String how) throws IOException {
        // The log is gone when this process is being ended.
        String text = Files.exists(log)
                ? Files.readString(log, StandardCharsets.ISO_8859_1).strip()
                : "";
        return new SssException(
                ErrorCode.INTERNAL,
                "the process of " + system + " " + how
                        + (text.isEmpty()
                                ? "; its log is empty"
                                : "; its log ends with: "
                                        + text.substring(Math.max(0, text.length() - LOG_CHARACTERS))));
    }

    @Override
    public void close() {
        cleanup.run();
    }

    private void stop() {
        List<ProcessHandle> all = process.isAlive() ? process.descendants().toList() : children;
        try {
            // The end of its input makes it stop.
            process.getOutputStream().close();
            process.waitFor(launch.stopSeconds(), TimeUnit.SECONDS);
        } catch (IOException e) {
            // Then it has ended already.
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        all.forEach(ProcessHandle::destroyForcibly);
        JavaProcess.kill(process);
    }
}
