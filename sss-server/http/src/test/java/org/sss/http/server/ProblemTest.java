package org.sss.http.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Errors as documents. */
class ProblemTest {
    @Test
    void eachCodeHasAStatus() {
        Map<ErrorCode, Integer> statuses = new LinkedHashMap<>();
        for (ErrorCode code : ErrorCode.values()) {
            statuses.put(code, Problem.status(code));
        }
        assertThat(statuses.toString())
                .isEqualTo("{INVALID_ARGUMENT=400, NOT_FOUND=404, ALREADY_EXISTS=409, TYPE_MISMATCH=422,"
                        + " TOO_LARGE=413, USER_CODE=422, UNAUTHENTICATED=401, FORBIDDEN=403, CANCELLED=409,"
                        + " NODE_UNREACHABLE=503, TIMEOUT=504, OVERLOADED=503, CLOSED=503, HEAP_FULL=503,"
                        + " STORAGE=500, CORRUPT=500, PROTOCOL=502, INTERNAL=500}");
    }

    @Test
    void theLastPartOfTheMessageIsTheRemedy() {
        assertThat(Problem.of(new SssException(ErrorCode.NOT_FOUND, "a; b; c")).remedy())
                .isEqualTo("c");
        assertThat(Problem.of(new SssException(ErrorCode.NOT_FOUND, "a")).remedy())
                .isNull();
    }
}
