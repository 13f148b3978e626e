package org.sss.http.server;

import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** A request that is refused with a status of HTTP that no code of an error stands for. Immutable. */
public final class StatusException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient Problem problem;

    public StatusException(int status, ErrorCode code, String message) {
        super(message, null, false, false);
        problem = Problem.of(status, SssException.withoutTrace(code, message));
    }

    Problem problem() {
        return problem;
    }
}
