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

/** What becomes of calls of user code that throw: they end the task, or are skipped as the job says. Used by the task's thread. */
public final class Failures {
    private static final String COUNTER = "errors.skipped";
    /** What user code is to blame for. All else, such as a full disk, is not better at the next tuple. */
    private static final Set<ErrorCode> OF_USERS = EnumSet.of(ErrorCode.USER_CODE, ErrorCode.TOO_LARGE,
            ErrorCode.INVALID_ARGUMENT, ErrorCode.TYPE_MISMATCH, ErrorCode.NOT_FOUND);

    private final TaskSpec spec;
    private final TaskErrors errors;
    private final TaskState state;
    /** Null when nobody wants them. */
    private final Emitter<Bytes, DeadLetter> letters;
    private final long most;
    private long skipped;

    private Failures(TaskSpec spec, TaskErrors errors, TaskState state, Emitter<Bytes, DeadLetter> letters, long most) {
        this.spec = spec;
        this.errors = errors;
        this.state = state;
        this.letters = letters;
        this.most = most;
    }

    public static Failures asSaidBy(JobOptions<?, ?, ?> job, TaskSpec spec, TaskEmitters outputs, TaskErrors errors) {
        Emitter<Bytes, DeadLetter> letters = job.deadLetters() == null ? null : outputs.to(job.deadLetters());
        return new Failures(spec, errors, outputs.state(), letters, job.maxSkipped());
    }

    /** The first one ends the task. */
    public static Failures thatEndTheTask(TaskSpec spec, TaskState state, TaskErrors errors) {
        return new Failures(spec, errors, state, null, 0);
    }

    /**
     * User code has thrown at a tuple, or at a key, whose value is of no bytes then.
     *
     * @throws SssException unless that is to be skipped
     */
    void failed(Throwable t, Object key, Bytes keyBytes, Bytes value) {
        failed(t, key, () -> keyBytes, () -> value);
    }

    /** The same where the bytes are made for a dead letter alone. */
    void failed(Throwable t, Object key, Supplier<Bytes> keyBytes, Supplier<Bytes> value) {
        failed(t, errors.ofUser(t, key), keyBytes, value);
    }

    /** The same at a record that a source could not make a tuple of. @param place what was done, in words */
    void failedAt(Throwable t, String place, Supplier<Bytes> keyBytes, Supplier<Bytes> value) {
        failed(t, errors.ofUserAt(t, place), keyBytes, value);
    }

    private void failed(Throwable t, SssException error, Supplier<Bytes> keyBytes, Supplier<Bytes> value) {
        if (state.failure() != null) {
            throw state.failure();
        }
        if (skipped >= most || !isOfUser(t) || state.isCancelled()) {
            throw most == 0 || skipped < most ? error : new SssException(error.code(), error.getMessage() + "; "
                    + skipped + " failures of this task were skipped before, which is the limit", null, error.remoteTrace());
        }
        skipped++;
        state.count(COUNTER, 1);
        if (letters != null) {
            emitLetter(error, keyBytes.get(), value.get());
        }
    }

    /** A value may be too large for a letter, which is no reason to tell that in place of what the user's code has thrown. */
    private void emitLetter(SssException error, Bytes key, Bytes value) {
        try {
            letters.emit(key, new DeadLetter(spec.job(), spec.task(), value.toByteArray(), TaskErrors.wellFormed(error.getMessage())));
        } catch (SssException e) {
            if (e.code() != ErrorCode.TOO_LARGE) {
                throw e;
            }
            throw new SssException(error.code(), error.getMessage() + "; it cannot become a dead letter: " + e.getMessage(), error,
                    error.remoteTrace());
        }
    }

    /** Code that wraps what SSS has told it, such as that a node is gone, has no part in that. */
    private boolean isOfUser(Throwable t) {
        if (TaskErrors.isOutOfMemory(t)) {
            return false;
        }
        SssException within = Thrown.ofSss(t);
        return within != null ? OF_USERS.contains(within.code()) && !state.isFailureAside(within)
                : !(t instanceof VirtualMachineError) || t instanceof StackOverflowError;
    }
}
