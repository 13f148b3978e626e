package org.sss.net.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.sss.api.SssException;
import org.sss.net.peer.Peer;
import org.sss.net.peer.PeerLimit;

class RequestMemoryTest {
    private static final int LIMIT = 4 * RequestMemory.SMALL_BYTES;

    private final PeerLimit small = new PeerLimit("bytes of requests", LIMIT);
    private final PeerLimit large = new PeerLimit("bytes of requests", LIMIT);

    private RequestMemory request() {
        return new RequestMemory(small, large, Peer.THIS_PROCESS);
    }

    @Test
    void largeRequestsDoNotBlockSmallOnes() {
        RequestMemory greedy = request();
        greedy.hold(LIMIT);
        assertThatThrownBy(() -> greedy.hold(1))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("bytes of requests");
        request().hold(RequestMemory.SMALL_BYTES);
        assertThat(small.used()).isEqualTo(RequestMemory.SMALL_BYTES);
    }

    @Test
    void growingRequestIsCountedAsLarge() {
        RequestMemory growing = request();
        for (int i = 0; i < 3; i++) {
            growing.hold(RequestMemory.SMALL_BYTES);
        }
        assertThat(small.used()).isEqualTo(RequestMemory.SMALL_BYTES);
        assertThat(large.used()).isEqualTo(2 * RequestMemory.SMALL_BYTES);
    }

    @Test
    void reservationIsFreedOnce() {
        RequestMemory request = request();
        request.hold(10);
        request.hold(LIMIT);
        request.free();
        request.free();
        assertThat(small.used()).isZero();
        assertThat(large.used()).isZero();
    }
}
