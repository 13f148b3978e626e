package org.sss.net.transport.tcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.netty.channel.epoll.Epoll;
import io.netty.channel.uring.IoUring;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class IoEngineIT {
    @Test
    void autoSelectsTheFirstEngineThatWorks() {
        try (TcpTransport transport = new TcpTransport()) {
            // A kernel with io_uring may still deny this process a ring; then nio is the next.
            String withoutEpoll = IoUring.isAvailable() ? "io_uring" : "nio";
            assertThat(transport.io()).isIn(Epoll.isAvailable() ? List.of("epoll") : List.of(withoutEpoll, "nio"));
        }
    }

    @Test
    void nioCanBeSelected() {
        try (TcpTransport transport = new TcpTransport(TcpConfig.DEFAULTS.withIo("nio"))) {
            assertThat(transport.io()).isEqualTo("nio");
        }
    }

    @Test
    void rejectsUnknownName() {
        SssException error =
                catchThrowableOfType(SssException.class, () -> new TcpTransport(TcpConfig.DEFAULTS.withIo("kqueue")));
        assertThat(error.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT);
        assertThat(error).hasMessageContaining("epoll, io_uring or nio");
    }
}
