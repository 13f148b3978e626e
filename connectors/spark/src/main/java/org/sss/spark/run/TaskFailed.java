package org.sss.spark.run;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.server.code.Thrown;

/**
 * The failure of a task as Spark carries it to the driver: texts only, since the driver may not have the classes of a
 * user's exception. Immutable.
 */
public final class TaskFailed extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private static final int MAX_DEPTH = 20;

    private final ErrorCode code;
    private final String trace;
    private final int task;
    private final boolean last;
    private final String jobGroup;

    /**
     * @param task     number of the task
     * @param last     whether another attempt may not help
     * @param jobGroup of the workflow
     */
    TaskFailed(SssException error, int task, boolean last, String jobGroup) {
        super(error.getMessage());
        code = error.code();
        trace = error.remoteTrace() != null ? error.remoteTrace() : Thrown.trace(error);
        this.task = task;
        this.last = last;
        this.jobGroup = jobGroup;
    }

    String jobGroup() {
        return jobGroup;
    }

    int task() {
        return task;
    }

    boolean isLast() {
        return last;
    }

    SssException toSss() {
        return new SssException(code, getMessage(), null, trace);
    }

    /** Finds the failure of a task among the causes; null if there is none. */
    static TaskFailed in(Throwable t) {
        Throwable next = t;
        for (int depth = 0; next != null && depth < MAX_DEPTH; depth++) {
            if (next instanceof TaskFailed failed) {
                return failed;
            }
            next = next.getCause();
        }
        return null;
    }
}
