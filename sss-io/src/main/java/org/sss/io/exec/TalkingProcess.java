package org.sss.io.exec;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/**
 * A process with three threads that write to its standard input and read its standard output and error. Used by the task's
 * thread; the pipes are for all.
 */
final class TalkingProcess implements AutoCloseable {
    private static final int PIECE_BYTES = 64 << 10;
    private static final long SOON_MILLIS = 1_000;
    /** For what is still in a pipe when the process has ended. */
    private static final Duration LAST_OUTPUT = Duration.ofSeconds(10);

    private final Process process;
    private final Pipes pipes;
    private final StderrTail stderr = new StderrTail();
    private final Reports reports = new Reports();
    private final Thread errorReader;

    TalkingProcess(Process process) {
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
        thread.setContextClassLoader(TalkingProcess.class.getClassLoader());
        thread.start();
        return thread;
    }

    Pipes pipes() {
        return pipes;
    }

    /** Waits a little for the end of a process that has closed its input. */
    boolean endsSoon() throws InterruptedException {
        return process.waitFor(SOON_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** Waits for the end. */
    int exitCode() throws InterruptedException {
        return process.waitFor();
    }

    /** What it wrote last to its standard error. */
    String stderr() throws InterruptedException {
        awaitReports();
        return stderr.text();
    }

    /** What it tells of itself. */
    Reports reports() {
        return reports;
    }

    /** Waits a little for all reports of a process that has ended; something that it has left may keep its standard error open. */
    void awaitReports() throws InterruptedException {
        errorReader.join(SOON_MILLIS);
    }

    /** Whether nothing that it started can be heard any more. */
    boolean isSilent() {
        return !errorReader.isAlive();
    }

    private void write() {
        try (OutputStream stdin = process.getOutputStream()) {
            for (Piece piece; (piece = pipes.nextInput()) != null; ) {
                stdin.write(piece.bytes(), 0, piece.length());
                stdin.flush();
            }
        } catch (IOException e) {
            // The process has closed its input or has ended; its exit code tells whether that is right.
            pipes.breakInput();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void read() {
        try (InputStream stdout = process.getInputStream()) {
            // When the process ends, Java closes the pipe, whoever else still writes to it, as soon as it gets this monitor.
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
        byte[] bytes = new byte[PIECE_BYTES];
        for (int n; (n = stdout.read(bytes)) >= 0; bytes = new byte[PIECE_BYTES]) {
            if (!pipes.addOutput(new Piece(bytes, n))) {
                return;
            }
        }
    }

    private void readErrors() {
        try (InputStream in = process.getErrorStream()) {
            new StderrLines(reports, stderr).readAll(in);
        } catch (IOException e) {
            // The process was killed; what came before is there.
        }
    }

    /** Kills the process, if it runs, and all that it started. */
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
