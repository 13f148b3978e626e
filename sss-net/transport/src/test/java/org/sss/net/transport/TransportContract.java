package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The contract of every transport. A subclass specifies which one. */
public abstract class TransportContract extends StreamContract {
    @Test
    void manyStreamsAtOnceDoNotMixTheirBytes() throws Exception {
        Connection connection = connect(CONFIG, new EchoService(executor));
        List<Future<Boolean>> echoes = new ArrayList<>();
        for (int seed = 1; seed <= 24; seed++) {
            int streamSeed = seed;
            echoes.add(executor.submit(() -> echo(connection, streamSeed, 30, 60_000)));
        }
        for (Future<Boolean> echo : echoes) {
            assertThat(echo.get(3 * WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void rejectsWaitingInACallback() throws Exception {
        Connection connection = connect(CONFIG, (verb, header, stream) -> {
            stream.send(buffer(new byte[5]));
            return new Recorder();
        });
        Recorder opener = new Recorder();
        connection.open("put", NONE, opener);
        assertThat(opener.awaitError().getMessage()).contains("must not be called on an event loop");
    }

    @Test
    void connectingWithoutListenerFails() {
        Transport transport = transport(CONFIG);
        Transport.Listener listener = transport.listen(anyPort(), acceptor);
        listener.close();
        SssException error = assertCode(ErrorCode.NODE_UNREACHABLE, () -> transport.connect(listener.address(), WAIT));
        assertThat(error)
                .hasMessageContaining(listener.address().toString())
                .hasMessageContaining("is the node running?");
    }

    @Test
    void rejectsAddressInUse() {
        Transport transport = transport(CONFIG);
        NodeAddress address = transport.listen(anyPort(), acceptor).address();
        assertThat(address.port()).isPositive();
        SssException error = assertCode(ErrorCode.INVALID_ARGUMENT, () -> transport.listen(address, acceptor));
        assertThat(error).hasMessageContaining("cannot listen at " + address);
    }

    @Test
    void closingAListenerFailsItsStreamsAndFreesTheAddress() throws Exception {
        Transport transport = transport(CONFIG);
        Transport.Listener listener = transport.listen(anyPort(), acceptor);
        Connection connection = transport.connect(listener.address(), WAIT);
        Recorder opener = new Recorder();
        connection.open("put", NONE, opener);
        Acceptor.Accepted accepted = acceptor.next();
        listener.close();
        assertThat(accepted.recorder().awaitError().code()).isEqualTo(ErrorCode.CLOSED);
        assertThat(opener.awaitError().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        await().until(() -> !connection.isOpen());
        assertThat(transport.listen(listener.address(), acceptor).address()).isEqualTo(listener.address());
    }

    @Test
    void closingAConnectionFailsItsStreams() throws Exception {
        Connection connection = connect(CONFIG, acceptor);
        AtomicInteger closings = new AtomicInteger();
        connection.onClose(closings::incrementAndGet);
        Recorder opener = new Recorder();
        connection.open("put", NONE, opener);
        Acceptor.Accepted accepted = acceptor.next();
        connection.close();
        connection.close();
        assertThat(opener.awaitError().code()).isEqualTo(ErrorCode.CLOSED);
        assertThat(accepted.recorder().awaitError().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        await().until(() -> closings.get() == 1);
        connection.onClose(closings::incrementAndGet);
        assertThat(closings).hasValue(2);
        assertThat(connection.isOpen()).isFalse();
        assertCode(ErrorCode.NODE_UNREACHABLE, () -> connection.open("put", NONE, new Recorder()));
    }

    @Test
    void closingTheTransportWhileManySendLeaksNothing() throws Exception {
        Transport transport = transport(CONFIG);
        Connection connection = connect(transport, new EchoService(executor));
        List<Future<Boolean>> echoes = new ArrayList<>();
        for (int seed = 1; seed <= 8; seed++) {
            int streamSeed = seed;
            echoes.add(executor.submit(() -> echo(connection, streamSeed, 100_000, 20_000)));
        }
        assertThat(echo(connection, 99, 20, 20_000)).isTrue();
        transport.close();
        for (Future<Boolean> echo : echoes) {
            assertThatThrownBy(() -> echo.get(WAIT.toSeconds(), TimeUnit.SECONDS))
                    .hasCauseInstanceOf(SssException.class);
        }
        assertCode(ErrorCode.CLOSED, () -> transport.listen(anyPort(), acceptor));
    }

    @Test
    void failingStreamsWhileFramesAreUnderWayLeaksNothing() throws Exception {
        Connection connection = connect(CONFIG, acceptor);
        for (int round = 0; round < 60; round++) {
            Stream stream = connection.open("put", NONE, new Recorder());
            Acceptor.Accepted accepted = acceptor.next();
            Future<?> sender = executor.submit(() -> sendUntilFailed(stream));
            Future<?> answerer = executor.submit(() -> sendUntilFailed(accepted.stream()));
            accepted.recorder().awaitBytes(1);
            (round % 2 == 0 ? stream : accepted.stream()).fail(new SssException(ErrorCode.CANCELLED, "enough"));
            sender.get(WAIT.toSeconds(), TimeUnit.SECONDS);
            answerer.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aThousandIdleStreamsDoNotDisturbAnother() throws Exception {
        EchoService echo = new EchoService(executor);
        Connection connection = connect(
                CONFIG, (verb, header, stream) -> (verb.equals("idle") ? acceptor : echo).open(verb, header, stream));
        List<Recorder> idle = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            idle.add(new Recorder());
            connection.open("idle", NONE, idle.get(i));
        }
        assertThat(echo(connection, 5, 50, 10_000)).isTrue();
        for (int i = 0; i < 1_000; i++) {
            acceptor.next().stream().end(new byte[] {(byte) i});
            assertThat(idle.get(i).awaitEnd()).containsExactly((byte) i);
        }
    }

    @Test
    void rejectsTooManyStreamsUntilOneIsOver() throws Exception {
        Connection connection = connect(IMPATIENT, acceptor);
        Stream first = connection.open("put", NONE, new Recorder());
        connection.open("put", NONE, new Recorder());
        assertCode(ErrorCode.OVERLOADED, () -> connection.open("put", NONE, new Recorder()));
        first.fail(new SssException(ErrorCode.CANCELLED, "enough"));
        acceptor.next().recorder().awaitError();
        connection.open("put", NONE, new Recorder());
        acceptor.next();
        assertThat(acceptor.next().recorder().calls()).isEmpty();
    }

    @Test
    void aStreamThatIsOverMakesRoom() throws Exception {
        Connection connection = connect(IMPATIENT, new EchoService(executor));
        for (int i = 0; i < 10; i++) {
            assertThat(echo(connection, i, 2, 100)).isTrue();
        }
    }
}
