package org.sss.server.task.input;

import java.util.EnumSet;
import java.util.Set;
import java.util.function.Supplier;
import org.sss.api.Bytes;
import org.sss.api.DeadLetter;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.JobOptions;
import org.sss.api.SssException;
import org.sss.net.control.TaskSpec;
import org.sss.server.code.Thrown;
import org.sss.server.task.output.TaskEmitters;
import org.sss.server.task.state.TaskErrors;
import org.sss.server.task.state.TaskState;

/**
 * Handles calls of user code that throw: they fail the task or are skipped, according to the options of the job. For
 * the task's thread.
 */
public final class FailurePolicy {
    private static final String COUNTER = "errors.skipped";
    /** Errors of user code. Others, such as a full disk, would also occur at the next tuple. */
    private static final Set<ErrorCode> OF_USERS = EnumSet.of(
            ErrorCode.USER_CODE,
            ErrorCode.TOO_LARGE,
            ErrorCode.INVALID_ARGUMENT,
            ErrorCode.TYPE_MISMATCH,
            ErrorCode.NOT_FOUND);

    private final TaskSpec spec;
    private final TaskErrors errors;
    private final TaskState state;
    /** Null if the job has no dead letters. */
    private final Emitter<Bytes, DeadLetter> letters;

    private final long maxSkipped;
    private long skipped;

    private FailurePolicy(
            TaskSpec spec, TaskErrors errors, TaskState state, Emitter<Bytes, DeadLetter> letters, long maxSkipped) {
        this.spec = spec;
        this.errors = errors;
        this.state = state;
        this.letters = letters;
        this.maxSkipped = maxSkipped;
    }

    public static FailurePolicy ofJob(JobOptions<?, ?, ?> job, TaskSpec spec, TaskEmitters outputs, TaskErrors errors) {
        Emitter<Bytes, DeadLetter> letters = job.deadLetters() == null ? null : outputs.to(job.deadLetters());
        return new FailurePolicy(spec, errors, outputs.state(), letters, job.maxSkipped());
    }

    /** Returns a handler by which the first failure fails the task. */
    public static FailurePolicy failingTheTask(TaskSpec spec, TaskState state, TaskErrors errors) {
        return new FailurePolicy(spec, errors, state, null, 0);
    }

    /**
     * Handles an exception of user code at a tuple or key; for a key the value is empty.
     *
     * @throws SssException unless the failure is skipped
     */
    void failed(Throwable t, Object key, Bytes keyBytes, Bytes value) {
        failed(t, key, () -> keyBytes, () -> value);
    }

    /** Like the other method, for bytes that are needed only for a dead letter. */
    void failed(Throwable t, Object key, Supplier<Bytes> keyBytes, Supplier<Bytes> value) {
        failed(t, errors.ofUser(t, key), keyBytes, value);
    }

    /**
     * Like the other method, at a record that a source could not parse.
     *
     * @param place description of the operation
     */
    void failedAt(Throwable t, String place, Supplier<Bytes> keyBytes, Supplier<Bytes> value) {
        failed(t, errors.ofUserAt(t, place), keyBytes, value);
    }

    private void failed(Throwable t, SssException error, Supplier<Bytes> keyBytes, Supplier<Bytes> value) {
        if (state.failure() != null) {
            throw state.failure();
        }
        if (skipped >= maxSkipped || !isOfUser(t) || state.isCancelled()) {
            throw maxSkipped == 0 || skipped < maxSkipped
                    ? error
                    : new SssException(
                            error.code(),
                            error.getMessage()
                                    + "; "
                                    + skipped + " failures of this task were skipped before, which is the limit",
                            null,
                            error.remoteTrace());
        }
        skipped++;
        state.count(COUNTER, 1);
        if (letters != null) {
            emitLetter(error, keyBytes.get(), value.get());
        }
    }

    /** A value may be too large for a dead letter; the exception of the user's code is still the one reported. */
    private void emitLetter(SssException error, Bytes key, Bytes value) {
        try {
            letters.emit(
                    key,
                    new DeadLetter(
                            spec.id().job(),
                            spec.id().task(),
                            value.toByteArray(),
                            TaskErrors.wellFormed(error.getMessage())));
        } catch (SssException e) {
            if (e.code() != ErrorCode.TOO_LARGE) {
                throw e;
            }
            throw new SssException(
                    error.code(),
                    error.getMessage() + "; it cannot become a dead letter: " + e.getMessage(),
                    error,
                    error.remoteTrace());
        }
    }

    /** An error of SSS, such as a lost node, is not an error of user code that wraps it. */
    private boolean isOfUser(Throwable t) {
        if (TaskErrors.isOutOfMemory(t)) {
            return false;
        }
        SssException within = Thrown.ofSss(t);
        return within != null
                ? OF_USERS.contains(within.code()) && !state.isFailureAside(within)
                : !(t instanceof VirtualMachineError) || t instanceof StackOverflowError;
    }
}
