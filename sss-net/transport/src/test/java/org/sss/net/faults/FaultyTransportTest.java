package org.sss.net.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Connection;
import org.sss.net.transport.EchoService;
import org.sss.net.transport.Recorder;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.Transport;
import org.sss.net.transport.TransportContract;
import org.sss.net.transport.local.LocalTransport;

/** A transport without faults keeps the contract; with faults it breaks what the fault says, and nothing else. */
class FaultyTransportTest extends TransportContract {
    private static final Duration SILENCE = Duration.ofMillis(30);

    /** Of the opener, 0, and the listener, 1. */
    private final LinkMatrix links = new LinkMatrix(2, SILENCE, WAIT);

    @Override
    protected Transport create(StreamConfig config) {
        return new FaultyTransport(0, new LocalTransport(config), links, address -> 1);
    }

    @AfterEach
    void close() {
        links.close();
    }

    @Test
    void delayedFramesKeepTheirOrder() {
        links.set(0, 1, Fault.delay(1));
        links.set(1, 0, Fault.delay(2));
        assertThat(echo(connect(CONFIG, new EchoService(executor)), 1, 30, 3_000))
                .isTrue();
    }

    @Test
    void heldFramesArriveAfterTheHold() throws Exception {
        Connection connection = connect(CONFIG, new EchoService(executor));
        links.set(0, 1, Fault.HOLD);
        Future<Boolean> echo = executor.submit(() -> echo(connection, 2, 10, 3_000));
        Recorder other = new Recorder();
        Stream stream = connection.open("echo", NONE, other);
        assertThat(echo.isDone()).isFalse();
        links.set(1, 0, Fault.HOLD);
        links.set(0, 1, Fault.PASS);
        stream.end(NONE);
        assertThat(other.calls()).isEmpty();
        links.heal();
        assertThat(other.awaitEnd()).isEmpty();
        assertThat(echo.get(WAIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void trySendSucceedsAfterTheHold() throws Exception {
        Connection connection = connect(CONFIG, acceptor);
        links.set(0, 1, Fault.HOLD);
        Recorder opener = new Recorder();
        Stream stream = connection.open("put", NONE, opener);
        var frame = buffer(new byte[] {1, 2, 3});
        assertThat(stream.trySend(frame)).isFalse();
        links.heal();
        opener.awaitWritable();
        assertThat(stream.trySend(frame)).isTrue();
        Acceptor.Accepted accepted = acceptor.next();
        accepted.recorder().awaitBytes(3);
        stream.end(NONE);
        accepted.recorder().awaitEnd();
    }

    @Test
    void aResetFailsBothEnds() throws Exception {
        Connection connection = connect(CONFIG, acceptor);
        Recorder opener = new Recorder();
        connection.open("put", NONE, opener);
        Acceptor.Accepted accepted = acceptor.next();
        links.reset(0, 1);
        assertThat(opener.awaitError().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(accepted.recorder().awaitError().code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(connection.isOpen()).isFalse();
    }

    @Test
    void aResetEndsAHold() throws Exception {
        Connection connection = connect(CONFIG, acceptor);
        Recorder opener = new Recorder();
        Stream stream = connection.open("put", NONE, opener);
        Acceptor.Accepted accepted = acceptor.next();
        links.setBoth(0, 1, Fault.HOLD);
        accepted.stream().send(buffer(new byte[] {1}));
        Future<?> sender = executor.submit(() ->
                assertCode(ErrorCode.NODE_UNREACHABLE, () -> stream.send(buffer(new byte[] {1}))));
        links.reset(1, 0);
        sender.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        opener.awaitError();
        assertThat(opener.calls()).containsExactly("error");
    }

    @Test
    void whatVanishesBreaksTheConnectionOfBothEnds() throws Exception {
        Connection connection = connect(CONFIG, acceptor);
        Recorder opener = new Recorder();
        Stream stream = connection.open("put", NONE, opener);
        Acceptor.Accepted accepted = acceptor.next();
        links.set(0, 1, Fault.BLACK_HOLE);
        stream.end(NONE);
        opener.awaitError();
        accepted.recorder().awaitError();
        assertThat(accepted.recorder().calls()).containsExactly("error");
        await().until(() -> !connection.isOpen());
    }

    @Test
    void connectingFailsAsTheLinkDoes() {
        Transport transport = transport(CONFIG);
        Transport.Listener listener = transport.listen(anyPort(), acceptor);
        links.set(1, 0, Fault.BLACK_HOLE);
        assertThat(assertCode(ErrorCode.NODE_UNREACHABLE, () -> transport.connect(listener.address(), WAIT)))
                .hasMessageContaining("no answer within");
        links.setBoth(0, 1, Fault.REFUSE);
        assertThat(assertCode(ErrorCode.NODE_UNREACHABLE, () -> transport.connect(listener.address(), WAIT)))
                .hasMessageContaining("refused");
        links.setBoth(0, 1, Fault.HOLD);
        assertCode(ErrorCode.TIMEOUT, () -> transport.connect(listener.address(), SILENCE));
        assertThat(links.faults()).containsExactly("0 to 1: HOLD", "1 to 0: HOLD");
        links.heal();
        assertThat(transport.connect(listener.address(), WAIT).isOpen()).isTrue();
    }
}
