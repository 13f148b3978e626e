package org.sss.benchmarks.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Reads answers of a process that may hang, and kills it then. The first answers may take hours, as nobody knows how
 * much there is to do, until {@link #done()} is called; then many times as long as the slowest answer so far. One
 * thread at a time.
 */
public final class AnswerDeadline {
    private static final Duration FIRST = Duration.ofHours(6);
    private static final Duration MIN = Duration.ofMinutes(30);
    private static final int TIMES_THE_SLOWEST = 20;
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private final Process process;
    private final Duration min;
    private Duration limit;
    private long slowestNanos;
    private boolean done;
    private volatile boolean expired;

    /** Reads an answer. */
    public interface Reading<T> {
        T read() throws IOException;
    }

    public AnswerDeadline(Process process) {
        this(process, FIRST, MIN);
    }

    AnswerDeadline(Process process, Duration first, Duration min) {
        this.process = process;
        this.min = min;
        limit = first;
    }

    private static ScheduledThreadPoolExecutor timer() {
        ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, work -> {
            Thread thread = new Thread(work, "answer-deadline");
            thread.setDaemon(true);
            return thread;
        });
        timer.setRemoveOnCancelPolicy(true);
        return timer;
    }

    /** @throws SssException TIMEOUT when it took too long; the process and those that it has started are killed then */
    public <T> T await(Reading<T> answer) throws IOException {
        long startNanos = System.nanoTime();
        Future<?> kill = TIMER.schedule(this::kill, limit.toNanos(), TimeUnit.NANOSECONDS);
        try {
            return answer.read();
        } finally {
            kill.cancel(false);
            checkExpired();
            slowestNanos = Math.max(slowestNanos, System.nanoTime() - startNanos);
            if (done) {
                shortenLimit();
            }
        }
    }

    private void checkExpired() {
        if (expired) {
            throw new SssException(ErrorCode.TIMEOUT, "there was no answer for " + limit.toSeconds()
                    + " s, so the process was killed; is its disk full, or does it have too little memory?");
        }
    }

    /** The process has imported its input and done its work once, so its time is known. */
    public void done() {
        done = true;
        shortenLimit();
    }

    private void shortenLimit() {
        Duration patient = Duration.ofNanos(slowestNanos).multipliedBy(TIMES_THE_SLOWEST);
        limit = patient.compareTo(min) > 0 ? patient : min;
    }

    private void kill() {
        expired = true;
        process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
