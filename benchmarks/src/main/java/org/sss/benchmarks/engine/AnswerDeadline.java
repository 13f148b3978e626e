package org.sss.benchmarks.engine;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Reads answers of a process that may hang, and kills it then. One thread at a time. */
public final class AnswerDeadline {
    /** Nobody knows how much there is to do. */
    private static final Duration LIMIT = Duration.ofHours(6);

    private final Process process;
    private final Duration limit;
    private volatile boolean expired;

    /** Reads an answer. */
    public interface Reading<T> {
        T read() throws IOException;
    }

    public AnswerDeadline(Process process) {
        this(process, LIMIT);
    }

    AnswerDeadline(Process process, Duration limit) {
        this.process = process;
        this.limit = limit;
    }

    /** @throws SssException TIMEOUT when it took too long; the process and those that it has started are killed then */
    public <T> T await(Reading<T> answer) throws IOException {
        CompletableFuture<Void> answered = new CompletableFuture<>();
        answered.orTimeout(limit.toMillis(), TimeUnit.MILLISECONDS).exceptionally(late -> kill());
        T result;
        try {
            result = answer.read();
        } catch (IOException | RuntimeException e) {
            if (expired) {
                throw tooLate(e);
            }
            throw e;
        } finally {
            answered.complete(null);
        }
        if (expired) {
            throw tooLate(null);
        }
        return result;
    }

    private SssException tooLate(Exception cause) {
        return new SssException(
                ErrorCode.TIMEOUT,
                "there was no answer for " + limit.toSeconds()
                        + " s, so the process was killed; is its disk full, or does it have too little memory?",
                cause);
    }

    private Void kill() {
        expired = true;
        process.descendants().toList().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        return null;
    }
}
