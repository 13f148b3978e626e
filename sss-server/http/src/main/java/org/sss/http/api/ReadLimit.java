package org.sss.http.api;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Limits how many answers are read at once, as each has blocks in the memory of node 0. Thread-safe. */
final class ReadLimit {
    private static final long PATIENCE_SECONDS = 5;

    private final String what;
    private final int max;
    private final Semaphore permits;

    /** Reads an answer. */
    interface Read {
        Map<String, Object> run() throws IOException;
    }

    ReadLimit(String what, int max) {
        this.what = what;
        this.max = max;
        permits = new Semaphore(max, true);
    }

    /** @throws SssException OVERLOADED if others have all permits for long; CANCELLED if the thread is interrupted */
    Map<String, Object> during(Read read) throws IOException {
        take();
        try {
            return read.run();
        } finally {
            permits.release();
        }
    }

    private void take() {
        try {
            if (!permits.tryAcquire(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
                throw new SssException(
                        ErrorCode.OVERLOADED, max + " " + what + " are being read at this moment; try again later");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new SssException(ErrorCode.CANCELLED, "interrupted while waiting for other " + what, e);
        }
    }
}
