package org.sss.cli.terminal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.sss.client.Transferred;

/** Shows the progress of an import or export on a thread of its own. Thread-safe. */
public final class ProgressView {
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread;

    private ProgressView(ProgressLine line, Transferred done) {
        thread = new Thread(() -> show(line, done), "sss-progress");
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Shows {@code done} while {@code call} runs.
     *
     * @param files the files that are imported, for the total of bytes; empty if it is unknown
     */
    public static <T> T during(Console console, String task, List<Path> files, Transferred done, Callable<T> call)
            throws Exception {
        long total = files.stream().mapToLong(ProgressView::size).sum();
        ProgressView view = new ProgressView(
                ProgressLine.of(console, task, total, ProgressLine.Unit.BYTES, new Pace(System::nanoTime)), done);
        try {
            return call.call();
        } finally {
            view.close();
        }
    }

    /** Removes the bar. */
    private void close() {
        closed.countDown();
        try {
            thread.join(TimeUnit.SECONDS.toMillis(2));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void show(ProgressLine line, Transferred done) {
        long start = System.nanoTime();
        try (line) {
            while (!closed.await(line.periodMillis(), TimeUnit.MILLISECONDS)) {
                line.show(
                        done.tuples(),
                        done.bytes(),
                        done.bytes(),
                        TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Returns 0 for missing files; the import reports them. */
    private static long size(Path file) {
        try {
            return Files.isRegularFile(file) ? Files.size(file) : 0;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
