package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;

class ReceiveWindowTest {
    private final ReceiveWindow window = new ReceiveWindow(100);

    @Test
    void collectsSmallGrantsUntilHalfTheWindowIsUsed() {
        assertThat(window.received(20)).isZero();
        assertThat(window.granted(20)).isZero();
        assertThat(window.received(29)).isZero();
        assertThat(window.granted(29)).isZero();
        assertThat(window.received(1)).isEqualTo(49);
    }

    @Test
    void announcesGrantsAtOnceToAPeerWithLittleCredit() {
        assertThat(window.received(150)).isZero();
        assertThat(window.granted(1)).isEqualTo(1);
        assertThat(window.granted(60)).isEqualTo(60);
    }

    @Test
    void rejectsFrameWithoutCredit() {
        window.received(100);
        assertThatThrownBy(() -> window.received(1))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("without credit");
    }

    @Test
    void announcedCreditEqualsGrantedCredit() {
        Random random = new Random(7);
        long creditOfPeer = 100;
        long granted = 0;
        long received = 0;
        for (int i = 0; i < 10_000; i++) {
            if (creditOfPeer > 0 && random.nextBoolean()) {
                int bytes = 1 + random.nextInt(80);
                creditOfPeer += window.received(bytes) - bytes;
                received += bytes;
            } else if (granted < received) {
                int bytes = 1 + random.nextInt((int) (received - granted));
                creditOfPeer += window.granted(bytes);
                granted += bytes;
            }
            long all = 100 + granted - received;
            assertThat(creditOfPeer).isLessThanOrEqualTo(all);
            assertThat(creditOfPeer > 50 || creditOfPeer == all).isTrue();
        }
    }
}
