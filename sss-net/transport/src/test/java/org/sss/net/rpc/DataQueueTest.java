package org.sss.net.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.transport.Acceptor;
import org.sss.net.transport.Callbacks;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.StreamConfig;
import org.sss.net.transport.local.LocalTransport;

class DataQueueTest {
    private static final Duration WAIT = Duration.ofSeconds(10);
    private static final Duration SOON = Duration.ofMillis(20);
    private static final int WINDOW = 1_000;

    private final LocalTransport transport = new LocalTransport(new StreamConfig(WINDOW, WAIT, 10));
    private final Acceptor acceptor = new Acceptor();
    private final Connection connection = transport.connect(
            transport.listen(new NodeAddress("n1", 0), acceptor).address(), WAIT);

    @AfterEach
    void close() {
        transport.close();
    }

    @Test
    void returnsFramesInOrderThenNullAndTheTrailer() throws Exception {
        try (DataQueue queue = open()) {
            Acceptor.Accepted peer = acceptor.next();
            peer.stream().send(buffer(1));
            peer.stream().send(buffer(2));
            peer.stream().end(new byte[] {9});
            assertThat(takeSize(queue)).isEqualTo(1);
            assertThat(takeSize(queue)).isEqualTo(2);
            assertThat(queue.take(WAIT)).isNull();
            assertThat(queue.take(WAIT)).isNull();
            assertThat(queue.trailer().bytes()).containsExactly(9);
        }
    }

    @Test
    void grantsCreditAsFramesAreTaken() throws Exception {
        try (DataQueue queue = open()) {
            Acceptor.Accepted peer = acceptor.next();
            peer.stream().send(buffer(WINDOW));
            ByteBuf next = buffer(5);
            assertThat(peer.stream().trySend(next)).isFalse();
            assertThat(takeSize(queue)).isEqualTo(WINDOW);
            peer.recorder().awaitWritable();
            assertThat(peer.stream().trySend(next)).isTrue();
            assertThat(takeSize(queue)).isEqualTo(5);
        }
    }

    @Test
    void takeFailsAfterItsTimeout() throws Exception {
        try (DataQueue queue = open()) {
            assertThat(assertCode(ErrorCode.TIMEOUT, () -> queue.take(SOON))).hasMessageContaining("'scan'");
        }
    }

    @Test
    void throwsErrorOfTheStreamAndReleasesQueuedFrames() throws Exception {
        try (DataQueue queue = open()) {
            Acceptor.Accepted peer = acceptor.next();
            ByteBuf queued = buffer(3);
            peer.stream().send(queued);
            peer.stream().fail(new SssException(ErrorCode.CORRUPT, "bad checksum"));
            assertThat(assertCode(ErrorCode.CORRUPT, () -> queue.take(WAIT))).hasMessage("bad checksum");
            assertThat(queued.refCnt()).isZero();
        }
    }

    @Test
    void closeReleasesQueuedFramesAndFailsTheStream() throws Exception {
        DataQueue queue = open();
        Acceptor.Accepted peer = acceptor.next();
        ByteBuf queued = buffer(3);
        peer.stream().send(queued);
        queue.close();
        queue.close();
        assertThat(queued.refCnt()).isZero();
        assertThat(peer.recorder().awaitError().code()).isEqualTo(ErrorCode.CLOSED);
        assertCode(ErrorCode.CLOSED, () -> queue.take(WAIT));
        ByteBuf late = buffer(4);
        queue.onData(late);
        assertThat(late.refCnt()).isZero();
    }

    @Test
    void closeAfterBothEndsSendsNothing() throws Exception {
        DataQueue queue = open();
        Acceptor.Accepted peer = acceptor.next();
        queue.stream().end(Message.EMPTY);
        peer.stream().end(Message.EMPTY);
        queue.close();
        assertThat(peer.recorder().calls()).containsExactly("end");
    }

    @Test
    void awaitEndDropsDataAndReturnsTheTrailer() throws Exception {
        try (DataQueue queue = open()) {
            Acceptor.Accepted peer = acceptor.next();
            peer.stream().send(buffer(WINDOW));
            peer.stream().end(new byte[] {1});
            assertThat(queue.awaitEnd(WAIT).bytes()).containsExactly(1);
        }
    }

    @Test
    void pauseWakesReaderInsteadOfEachFrame() throws Exception {
        try (DataQueue queue = open()) {
            acceptor.next();
            Thread reader = new Thread(() -> queue.take(WAIT).release());
            reader.start();
            awaitWaiting(reader);
            queue.onData(buffer(1));
            queue.onData(buffer(2));
            assertThat(reader.getState()).isEqualTo(Thread.State.TIMED_WAITING);
            queue.onPause();
            reader.join(WAIT.toMillis());
            assertThat(reader.isAlive()).isFalse();
        }
    }

    @Test
    void manyBytesWakeAReaderBeforeAPause() throws Exception {
        try (DataQueue queue = open()) {
            acceptor.next();
            Thread reader = new Thread(() -> queue.take(WAIT).release());
            reader.start();
            awaitWaiting(reader);
            queue.onData(buffer(1 << 20));
            reader.join(WAIT.toMillis());
            assertThat(reader.isAlive()).isFalse();
        }
    }

    private static void awaitWaiting(Thread thread) {
        await().atMost(WAIT).until(() -> thread.getState() == Thread.State.TIMED_WAITING);
    }

    @Test
    void rejectsWaitingInACallback() {
        try (DataQueue queue = open()) {
            Callbacks.run(() -> assertCode(ErrorCode.INTERNAL, () -> queue.take(WAIT)));
        }
    }

    @Test
    void creditsFramesThatArriveBeforeTheStreamIsAttached() throws Exception {
        NodeAddress eager = transport
                .listen(new NodeAddress("n2", 0), (verb, header, stream) -> {
                    stream.trySend(buffer(WINDOW));
                    return acceptor.open(verb, header, stream);
                })
                .address();
        try (DataQueue queue = DataQueue.open(transport.connect(eager, WAIT), verb("scan"), Message.EMPTY)) {
            assertThat(takeSize(queue)).isEqualTo(WINDOW);
            ByteBuf next = buffer(5);
            assertThat(acceptor.next().stream().trySend(next)).isTrue();
        }
    }

    @Test
    void requestInTheHeaderArrivesEnded() throws Exception {
        DataQueue queue = DataQueue.ask(connection, verb("get"), Message.of(new byte[] {7}));
        Acceptor.Accepted peer = acceptor.next();
        assertThat(peer.header()).containsExactly(7);
        assertThat(peer.recorder().awaitEnd()).isEmpty();
        peer.stream().end(new byte[] {8});
        assertThat(queue.awaitEnd(WAIT).bytes()).containsExactly(8);
        queue.close();
        assertThat(queue.trailer().bytes()).containsExactly(8);
    }

    @Test
    void closingBeforeTheAnswerEndsBothSides() throws Exception {
        DataQueue queue = DataQueue.ask(connection, verb("get"), Message.EMPTY);
        Acceptor.Accepted peer = acceptor.next();
        queue.close();
        peer.recorder().awaitError();
        assertCode(ErrorCode.CLOSED, () -> queue.take(WAIT));
    }

    private DataQueue open() {
        return DataQueue.open(connection, verb("scan"), Message.EMPTY);
    }

    private static int takeSize(DataQueue queue) {
        ByteBuf frame = queue.take(WAIT);
        int bytes = frame.readableBytes();
        frame.release();
        return bytes;
    }

    private static ByteBuf buffer(int bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(bytes).writeZero(bytes);
    }

    private static SssException assertCode(ErrorCode code, Runnable call) {
        SssException error = catchThrowableOfType(SssException.class, call::run);
        assertThat(error).as("an error " + code).isNotNull();
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return error;
    }

    private static Verb verb(String name) {
        return Verb.of(name, Role.READ);
    }
}
