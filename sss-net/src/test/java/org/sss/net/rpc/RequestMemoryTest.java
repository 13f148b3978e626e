package org.sss.net.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sss.api.SssException;

class RequestMemoryTest {
    private static final int LIMIT = 4 * RequestMemory.SMALL_BYTES;

    private final RequestBudget small = new RequestBudget(LIMIT);
    private final RequestBudget large = new RequestBudget(LIMIT);

    private RequestMemory request() {
        return new RequestMemory(small, large, "call");
    }

    @Test
    void largeRequestsDoNotKeepOutSmallOnes() {
        RequestMemory greedy = request();
        greedy.hold(LIMIT);
        assertThatThrownBy(() -> greedy.hold(1)).isInstanceOf(SssException.class).hasMessageContaining("'call' was refused");
        request().hold(RequestMemory.SMALL_BYTES);
        assertThat(small.heldBytes()).isEqualTo(RequestMemory.SMALL_BYTES);
    }

    @Test
    void aRequestThatGrowsIsNoSmallOneAnyMore() {
        RequestMemory growing = request();
        for (int i = 0; i < 3; i++) {
            growing.hold(RequestMemory.SMALL_BYTES);
        }
        assertThat(small.heldBytes()).isEqualTo(RequestMemory.SMALL_BYTES);
        assertThat(large.heldBytes()).isEqualTo(2 * RequestMemory.SMALL_BYTES);
    }

    @Test
    void whatWasHeldIsFreedOnce() {
        RequestMemory request = request();
        request.hold(10);
        request.hold(LIMIT);
        request.free();
        request.free();
        assertThat(small.heldBytes()).isZero();
        assertThat(large.heldBytes()).isZero();
    }
}
