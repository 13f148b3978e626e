package org.sss.dataserver;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.Stream;

/** The remote scans at work: their threads, their timer, their limit. Thread-safe. */
final class Scans implements AutoCloseable {
    private final DataServerConfig config;
    private final ExecutorService executor;
    private final ScheduledThreadPoolExecutor timer;
    private final Semaphore free;
    private final Set<ScanStream> open = ConcurrentHashMap.newKeySet();

    Scans(DataServerConfig config) {
        this.config = config;
        AtomicInteger next = new AtomicInteger();
        executor = Executors.newFixedThreadPool(config.scanThreads(),
                task -> new Thread(task, "sss-scan-" + next.getAndIncrement()));
        timer = new ScheduledThreadPoolExecutor(1, task -> {
            Thread thread = new Thread(task, "sss-scan-timer");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        free = new Semaphore(config.maxScans());
    }

    /** @throws SssException {@link ErrorCode#OVERLOADED} */
    ScanStream begin(Stream stream, Supplier<FrameSource> opener) {
        if (!free.tryAcquire()) {
            throw new SssException(ErrorCode.OVERLOADED, "the data server has " + config.maxScans()
                    + " scans at work (maxScans); try again later");
        }
        ScanStream[] scan = new ScanStream[1];
        scan[0] = new ScanStream(stream, opener, executor, timer, config, () -> {
            open.remove(scan[0]);
            free.release();
        });
        open.add(scan[0]);
        scan[0].ask();
        return scan[0];
    }

    /** Cuts all scans. */
    @Override
    public void close() {
        open.forEach(scan -> scan.stop(new SssException(ErrorCode.CLOSED, "the data server is stopping")));
        executor.shutdown();
        try {
            executor.awaitTermination(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        timer.shutdownNow();
    }
}
