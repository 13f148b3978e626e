package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;

import io.netty.buffer.ByteBuf;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The contract of streams in every transport: order, credit, the two ends, failures. */
abstract class StreamContract extends TransportFixture {
    @Test
    void echoReturnsFramesInOrderWithTheTrailer() {
        Connection connection = connect(CONFIG, new EchoService(executor));
        assertThat(echo(connection, 1, 500, 3_000)).isTrue();
    }

    @Test
    void theLargestFrameAndHeaderAndTrailerPass() throws Exception {
        Connection connection = connect(CONFIG, acceptor);
        byte[] header = random(1, Stream.MAX_HEADER_BYTES);
        byte[] data = random(2, Stream.MAX_DATA_BYTES);
        Stream stream = connection.open("v".repeat(Stream.MAX_VERB_BYTES), header, new Recorder());
        stream.send(buffer(data));
        stream.end(header);
        Acceptor.Accepted accepted = acceptor.next();
        assertThat(accepted.recorder().awaitEnd()).isEqualTo(header);
        assertThat(accepted.verb()).hasSize(Stream.MAX_VERB_BYTES);
        assertThat(accepted.header()).isEqualTo(header);
        assertThat(accepted.recorder().bytes()).isEqualTo(data);
    }

    @Test
    void rejectsAndReleasesTooLargeAndEmptyFrames() {
        Connection connection = connect(CONFIG, acceptor);
        Stream stream = connection.open("x", NONE, new Recorder());
        ByteBuf large = buffer(new byte[Stream.MAX_DATA_BYTES + 1]);
        ByteBuf empty = buffer(NONE);
        byte[] longHeader = new byte[Stream.MAX_HEADER_BYTES + 1];
        assertCode(ErrorCode.TOO_LARGE, () -> stream.send(large));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> stream.send(empty));
        assertCode(ErrorCode.TOO_LARGE, () -> stream.end(longHeader));
        assertCode(ErrorCode.TOO_LARGE, () -> connection.open("x", longHeader, new Recorder()));
        assertCode(ErrorCode.TOO_LARGE, () -> connection.open("v".repeat(256), NONE, new Recorder()));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> connection.open("", NONE, new Recorder()));
        assertThat(large.refCnt()).isZero();
        assertThat(empty.refCnt()).isZero();
    }

    @Test
    void senderStopsAtTheWindowWithoutGrants() throws Exception {
        Recorder opener = new Recorder();
        Stream stream = connect(CONFIG, acceptor).open("put", NONE, opener);
        int sentBytes = sendUntilRefused(stream, 1_000);
        assertThat(sentBytes).isBetween(WINDOW, WINDOW + 999);
        Acceptor.Accepted accepted = acceptor.next();
        accepted.recorder().awaitBytes(sentBytes);
        accepted.stream().grant(sentBytes);
        opener.awaitWritable();
        assertThat(sendUntilRefused(stream, 1_000)).isBetween(WINDOW, WINDOW + 999);
    }

    @Test
    void oneGrantedBytePermitsOneFrame() throws Exception {
        Recorder opener = new Recorder();
        Stream stream = connect(CONFIG, acceptor).open("put", NONE, opener);
        ByteBuf frame = buffer(new byte[WINDOW]);
        stream.send(frame);
        Acceptor.Accepted accepted = acceptor.next();
        accepted.recorder().awaitBytes(WINDOW);
        assertThat(sendUntilRefused(stream, 10)).isZero();
        accepted.stream().grant(1);
        opener.awaitWritable();
        assertThat(sendUntilRefused(stream, 10)).isEqualTo(10);
    }

    @Test
    void creditLimitsTheAcceptorToo() throws Exception {
        Recorder opener = new Recorder();
        connect(CONFIG, acceptor).open("scan", NONE, opener);
        int sentBytes = sendUntilRefused(acceptor.next().stream(), 1_000);
        assertThat(sentBytes).isBetween(WINDOW, WINDOW + 999);
        opener.awaitBytes(sentBytes);
    }

    @Test
    void sendWaitsForCredit() throws Exception {
        Stream stream = connect(CONFIG, acceptor).open("put", NONE, new Recorder());
        sendUntilRefused(stream, 1_000);
        Future<?> sender = executor.submit(() -> stream.send(buffer(new byte[7])));
        Acceptor.Accepted accepted = acceptor.next();
        accepted.recorder().awaitBytes(WINDOW);
        assertThat(sender.isDone()).isFalse();
        accepted.stream().grant(WINDOW);
        sender.get(WAIT.toSeconds(), TimeUnit.SECONDS);
    }

    @Test
    void sendTimesOutWithoutCredit() {
        Stream stream = connect(IMPATIENT, acceptor).open("put", NONE, new Recorder());
        sendUntilRefused(stream, 1_000);
        ByteBuf stalled = buffer(new byte[9]);
        assertCode(ErrorCode.TIMEOUT, () -> stream.send(stalled));
        assertThat(stalled.refCnt()).isZero();
    }

    @Test
    void rejectsGrantAboveTheLimit() throws Exception {
        connect(CONFIG, acceptor).open("put", NONE, new Recorder());
        Stream stream = acceptor.next().stream();
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> stream.grant(Integer.MAX_VALUE));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> stream.grant(-1));
    }

    @Test
    void oneDirectionContinuesAfterTheOtherHasEnded() throws Exception {
        Recorder opener = new Recorder();
        Stream stream = connect(CONFIG, acceptor).open("scan", new byte[] {1, 2}, opener);
        stream.end(new byte[] {3});
        Acceptor.Accepted accepted = acceptor.next();
        assertThat(accepted.recorder().awaitEnd()).containsExactly(3);
        accepted.stream().send(buffer(new byte[] {4}));
        accepted.stream().end(new byte[] {5});
        assertThat(opener.awaitEnd()).containsExactly(5);
        assertThat(opener.bytes()).containsExactly(4);
        assertThat(opener.calls()).containsExactly("data", "end");
    }

    @Test
    void nothingIsSentAfterTheEnd() {
        Stream stream = connect(CONFIG, acceptor).open("put", NONE, new Recorder());
        stream.end(NONE);
        ByteBuf late = buffer(new byte[1]);
        assertCode(ErrorCode.CLOSED, () -> stream.send(late));
        assertThat(late.refCnt()).isZero();
        assertCode(ErrorCode.CLOSED, () -> stream.end(NONE));
    }

    @Test
    void aFailureOfTheOpenerReachesTheAcceptor() throws Exception {
        Recorder opener = new Recorder();
        Stream stream = connect(CONFIG, acceptor).open("put", NONE, opener);
        stream.fail(new SssException(ErrorCode.CANCELLED, "job 7 was cancelled"));
        Acceptor.Accepted accepted = acceptor.next();
        SssException error = accepted.recorder().awaitError();
        assertThat(error.code()).isEqualTo(ErrorCode.CANCELLED);
        assertThat(error).hasMessage("job 7 was cancelled");
        assertThat(error.remoteTrace()).contains("aFailureOfTheOpenerReachesTheAcceptor");
        assertCode(ErrorCode.CANCELLED, () -> accepted.stream().end(NONE));
        assertCode(ErrorCode.CANCELLED, () -> stream.end(NONE));
        assertThat(opener.calls()).isEmpty();
    }

    @Test
    void aFailureOfTheAcceptorReachesTheOpener() throws Exception {
        Recorder opener = new Recorder();
        Connection connection = connect(CONFIG, acceptor);
        connection.open("put", NONE, opener);
        acceptor.next().stream().fail(new SssException(ErrorCode.STORAGE, "disk full " + "x".repeat(100_000)));
        assertThat(opener.awaitError().code()).isEqualTo(ErrorCode.STORAGE);
        assertThat(opener.awaitError().getMessage()).startsWith("disk full xxx").hasSize(PeerError.MAX_MESSAGE_CHARS);
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aFailureWakesTheSenderThatWaitsForCredit() throws Exception {
        Stream stream = connect(CONFIG, acceptor).open("put", NONE, new Recorder());
        int sentBytes = sendUntilRefused(stream, 1_000);
        ByteBuf waiting = buffer(new byte[7]);
        Future<?> sender = executor.submit(() -> assertCode(ErrorCode.OVERLOADED, () -> stream.send(waiting)));
        Acceptor.Accepted accepted = acceptor.next();
        accepted.recorder().awaitBytes(sentBytes);
        accepted.stream().fail(new SssException(ErrorCode.OVERLOADED, "no room"));
        sender.get(WAIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(waiting.refCnt()).isZero();
    }

    @Test
    void serviceRejectsAStreamByThrowing() throws Exception {
        Connection connection = connect(CONFIG, (verb, header, stream) -> {
            throw verb.equals("known")
                    ? new IllegalStateException("a bug")
                    : new SssException(ErrorCode.PROTOCOL, "unknown verb " + verb);
        });
        Recorder refused = new Recorder();
        connection.open("dance", NONE, refused);
        assertThat(refused.awaitError()).hasMessage("unknown verb dance");
        Recorder failed = new Recorder();
        connection.open("known", NONE, failed);
        assertThat(failed.awaitError().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failed.awaitError().remoteTrace()).contains("a bug");
    }

    @Test
    void aHandlerThatThrowsEndsItsStreamOnBothSides() throws Exception {
        Recorder recorder = new Recorder();
        Connection connection = connect(CONFIG, (verb, header, stream) -> new Throwing(recorder));
        Recorder opener = new Recorder();
        connection.open("put", NONE, opener).send(buffer(new byte[5]));
        assertThat(opener.awaitError().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(recorder.awaitError().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(connection.isOpen()).isTrue();
    }

    /** Throws on data. */
    private record Throwing(Recorder recorder) implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            data.release();
            throw new IllegalStateException("a bug");
        }

        @Override
        public void onEnd(Message trailer) {
            recorder.onEnd(trailer);
        }

        @Override
        public void onError(SssException error) {
            recorder.onError(error);
        }
    }
}
