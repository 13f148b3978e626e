package org.sss.io.exec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A process with three threads that write to its standard input and read its standard output and error. For the task's
 * thread; the pipes are thread-safe.
 */
final class PipedProcess implements AutoCloseable {
    private static final int CHUNK_BYTES = 64 << 10;
    private static final long SOON_MILLIS = 1_000;
    /** Time limit for data still in a pipe when the process has ended. */
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(10);

    private final Process process;
    private final Pipes pipes;
    private final StderrTail stderr = new StderrTail();
    private final Reports reports = new Reports();
    private final Thread errorReader;

    PipedProcess(Process process) {
        this.process = process;
        pipes = new Pipes(() -> !process.isAlive(), LAST_OUTPUT);
        String name = "sss-process-" + process.pid();
        start(name + "-in", this::write);
        start(name + "-out", this::read);
        errorReader = start(name + "-err", this::readErrors);
    }

    private static Thread start(String name, Runnable work) {
        Thread thread = new Thread(work, name);
        thread.setDaemon(true);
        thread.setContextClassLoader(PipedProcess.class.getClassLoader());
        thread.start();
        return thread;
    }

    Pipes pipes() {
        return pipes;
    }

    /** Waits briefly for the end of a process that has closed its input. */
    boolean endsSoon() throws InterruptedException {
        return process.waitFor(SOON_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Waits for the end of the process. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** Returns the last bytes of its standard error. */
    String stderr() throws InterruptedException {
        awaitReports();
        return stderr.text();
    }

    /** Returns its reports. */
    Reports reports() {
        return reports;
    }

    /**
     * Waits briefly for all reports of a process that has ended; a descendant may still have its standard error open.
     */
    void awaitReports() throws InterruptedException {
        errorReader.join(SOON_MILLIS);
    }

    /** Returns whether all its output has ended, including that of its descendants. */
    boolean isSilent() {
        return !errorReader.isAlive();
    }

    private void write() {
        try (OutputStream stdin = process.getOutputStream()) {
            for (Chunk chunk; (chunk = pipes.nextInput()) != null; ) {
                stdin.write(chunk.bytes(), 0, chunk.length());
                stdin.flush();
            }
        } catch (IOException e) {
            // The process has closed its input or has ended; its exit code shows whether that is correct.
            pipes.breakInput();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (InputStream stdout = process.getInputStream()) {
            // When the process ends, Java closes the pipe as soon as it gets this monitor, even if other processes
            // still write to it.
            synchronized (stdout) {
                read(stdout);
            }
        } catch (IOException e) {
            // The process was killed.
            pipes.breakInput();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            pipes.endOutput();
        }
    }

    private void read(InputStream stdout) throws IOException, InterruptedException {
        byte[] bytes = new byte[CHUNK_BYTES];
        for (int n; (n = stdout.read(bytes)) >= 0; bytes = new byte[CHUNK_BYTES]) {
            if (!pipes.addOutput(new Chunk(bytes, n))) {
                return;
            }
        }
    }

    private void readErrors() {
        try (InputStream in = process.getErrorStream()) {
            new StderrLines(reports, stderr).readAll(in);
        } catch (IOException e) {
            // The process was killed; earlier bytes were read.
        }
    }

    /** Kills the process, if it runs, and its descendants. */
    @Override
    public void close() {
        pipes.close();
        ProcessTree.kill(process);
        try {
            process.waitFor(SOON_MILLIS, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
