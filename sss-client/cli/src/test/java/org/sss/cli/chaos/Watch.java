package org.sss.cli.chaos;

import java.io.IOException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/** Closes the connections of an attack that waits for a node that does not read. Thread-safe. */
final class Watch implements AutoCloseable {
    private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    private volatile long lastNanos = System.nanoTime();

    Watch(Parked parked, int seconds) {
        timer.scheduleWithFixedDelay(
                () -> {
                    if (System.nanoTime() - lastNanos > TimeUnit.SECONDS.toNanos(seconds)) {
                        try {
                            parked.close();
                        } catch (IOException e) {
                            throw new IllegalStateException(e);
                        }
                    }
                },
                1,
                1,
                TimeUnit.SECONDS);
    }

    void progress() {
        lastNanos = System.nanoTime();
    }

    @Override
    public void close() {
        timer.shutdownNow();
    }
}
