package org.sss.benchmarks.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Reads answers of a process that may hang, as one whose cluster finds its disk too full to run anything: then it is killed. Answers
 * have hours, as nobody knows how much there is to do, until that was {@link #done() done} once; then many times as long as the slowest
 * before. One thread at a time.
 */
public final class AnswerDeadline {
    private static final Duration FIRST = Duration.ofHours(6);
    private static final Duration LEAST = Duration.ofMinutes(30);
    private static final int TIMES_THE_SLOWEST = 20;
    private static final ScheduledThreadPoolExecutor TIMER = timer();

    private final Process process;
    private final Duration least;
    private Duration limit;
    private long slowestNanos;
    private boolean done;
    private volatile boolean expired;

    public AnswerDeadline(Process process) {
        this(process, FIRST, LEAST);
    }

    AnswerDeadline(Process process, Duration first, Duration least) {
        this.process = process;
        this.least = least;
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

    /**
     * The next line of the process, or null at its end.
     *
     * @throws SssException TIMEOUT when there was none for too long; the process and those that it has started are gone then
     */
    public String readLine(BufferedReader answers) throws IOException {
        long beganNanos = System.nanoTime();
        Future<?> kill = TIMER.schedule(this::kill, limit.toNanos(), TimeUnit.NANOSECONDS);
        String line = answers.readLine();
        kill.cancel(false);
        if (expired) {
            throw new SssException(ErrorCode.TIMEOUT, "there was no answer for " + limit.toSeconds() + " s, so the process was killed; is its disk full,"
                    + " or does it have too little memory?");
        }
        slowestNanos = Math.max(slowestNanos, System.nanoTime() - beganNanos);
        if (done) {
            shortenLimit();
        }
        return line;
    }

    /** The process has imported its input and done its work once: now it is known how long it takes. */
    public void done() {
        done = true;
        shortenLimit();
    }

    private void shortenLimit() {
        Duration patient = Duration.ofNanos(slowestNanos).multipliedBy(TIMES_THE_SLOWEST);
        limit = patient.compareTo(least) > 0 ? patient : least;
    }

    private void kill() {
        expired = true;
        process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }
}
