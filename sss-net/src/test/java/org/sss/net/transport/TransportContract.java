package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.ByteArrayOutputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.rpc.DataQueue;

/** What every transport does. A subclass says which one. */
@ExtendWith(Leaks.class)
public abstract class TransportContract {
    protected static final Duration WAIT = Duration.ofSeconds(10);
    protected static final byte[] NONE = {};
    private static final int WINDOW = 64 << 10;
    private static final StreamConfig CONFIG = new StreamConfig(WINDOW, Duration.ofSeconds(20), 1_100);
    private static final StreamConfig IMPATIENT = new StreamConfig(WINDOW, Duration.ofMillis(50), 2);

    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Transport> transports = new ArrayList<>();
    private final Acceptor acceptor = new Acceptor();

    protected abstract Transport create(StreamConfig config);

    @AfterEach
    void closeAll() throws InterruptedException {
        transports.forEach(Transport::close);
        executor.shutdownNow();
        assertThat(executor.awaitTermination(10, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void whatIsSentComesBackInOrderWithTheTrailer() {
        Connection connection = connect(CONFIG, new EchoService(executor));
        assertThat(echo(connection, 1, 500, 3_000)).isTrue();
    }

    @Test
    void manyStreamsAtOnceDoNotMixTheirBytes() throws Exception {
        Connection connection = connect(CONFIG, new EchoService(executor));
        List<Future<Boolean>> echoes = new ArrayList<>();
        for (int seed = 1; seed <= 24; seed++) {
            int streamSeed = seed;
            echoes.add(executor.submit(() -> echo(connection, streamSeed, 30, 60_000)));
        }
        for (Future<Boolean> echo : echoes) {
            assertThat(echo.get(30, TimeUnit.SECONDS)).isTrue();
        }
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
    void whatIsTooLargeOrEmptyIsRefusedAndReleased() {
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
    void aReceiverThatGrantsNothingStopsTheSenderAtTheWindow() throws Exception {
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
    void oneGrantedByteLetsOneFrameThrough() throws Exception {
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
    void theAcceptorIsBoundByCreditToo() throws Exception {
        Recorder opener = new Recorder();
        connect(CONFIG, acceptor).open("scan", NONE, opener);
        int sentBytes = sendUntilRefused(acceptor.next().stream(), 1_000);
        assertThat(sentBytes).isBetween(WINDOW, WINDOW + 999);
        opener.awaitBytes(sentBytes);
    }

    @Test
    void sendWaitsUntilCreditComes() throws Exception {
        Stream stream = connect(CONFIG, acceptor).open("put", NONE, new Recorder());
        sendUntilRefused(stream, 1_000);
        Future<?> sender = executor.submit(() -> stream.send(buffer(new byte[7])));
        Acceptor.Accepted accepted = acceptor.next();
        accepted.recorder().awaitBytes(WINDOW);
        assertThat(sender.isDone()).isFalse();
        accepted.stream().grant(WINDOW);
        sender.get(10, TimeUnit.SECONDS);
    }

    @Test
    void sendTimesOutWhenThePeerTakesNothing() {
        Stream stream = connect(IMPATIENT, acceptor).open("put", NONE, new Recorder());
        sendUntilRefused(stream, 1_000);
        ByteBuf stalled = buffer(new byte[9]);
        assertCode(ErrorCode.TIMEOUT, () -> stream.send(stalled));
        assertThat(stalled.refCnt()).isZero();
    }

    @Test
    void grantingMoreThanAStreamCanHaveIsRefused() throws Exception {
        connect(CONFIG, acceptor).open("put", NONE, new Recorder());
        Stream stream = acceptor.next().stream();
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> stream.grant(Integer.MAX_VALUE));
        assertCode(ErrorCode.INVALID_ARGUMENT, () -> stream.grant(-1));
    }

    @Test
    void oneDirectionGoesOnAfterTheOtherHasEnded() throws Exception {
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
        sender.get(10, TimeUnit.SECONDS);
        assertThat(waiting.refCnt()).isZero();
    }

    @Test
    void aServiceRefusesAStreamByThrowing() throws Exception {
        Connection connection = connect(CONFIG, (verb, header, stream) -> {
            throw verb.equals("known") ? new IllegalStateException("a defect")
                    : new SssException(ErrorCode.PROTOCOL, "unknown verb " + verb);
        });
        Recorder refused = new Recorder();
        connection.open("dance", NONE, refused);
        assertThat(refused.awaitError()).hasMessage("unknown verb dance");
        Recorder failed = new Recorder();
        connection.open("known", NONE, failed);
        assertThat(failed.awaitError().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(failed.awaitError().remoteTrace()).contains("a defect");
    }

    @Test
    void aHandlerThatThrowsEndsItsStreamOnBothSides() throws Exception {
        Recorder told = new Recorder();
        Connection connection = connect(CONFIG, (verb, header, stream) -> new Throwing(told));
        Recorder opener = new Recorder();
        connection.open("put", NONE, opener).send(buffer(new byte[5]));
        assertThat(opener.awaitError().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(told.awaitError().code()).isEqualTo(ErrorCode.INTERNAL);
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void waitingInACallbackIsRefused() throws Exception {
        Connection connection = connect(CONFIG, (verb, header, stream) -> {
            stream.send(buffer(new byte[5]));
            return new Recorder();
        });
        Recorder opener = new Recorder();
        connection.open("put", NONE, opener);
        assertThat(opener.awaitError().getMessage()).contains("must not be called on an event loop");
    }

    @Test
    void connectingToNobodyIsRefused() {
        Transport transport = transport(CONFIG);
        Transport.Listener listener = transport.listen(anyPort(), acceptor);
        listener.close();
        SssException error = assertCode(ErrorCode.NODE_UNREACHABLE, () -> transport.connect(listener.address(), WAIT));
        assertThat(error).hasMessageContaining(listener.address().toString()).hasMessageContaining("is the node running?");
    }

    @Test
    void anAddressInUseIsRefused() {
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
            assertThatThrownBy(() -> echo.get(10, TimeUnit.SECONDS)).hasCauseInstanceOf(SssException.class);
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
            sender.get(10, TimeUnit.SECONDS);
            answerer.get(10, TimeUnit.SECONDS);
        }
        assertThat(connection.isOpen()).isTrue();
    }

    @Test
    void aThousandIdleStreamsDoNotDisturbAnother() throws Exception {
        EchoService echo = new EchoService(executor);
        Connection connection = connect(CONFIG,
                (verb, header, stream) -> (verb.equals("idle") ? acceptor : echo).open(verb, header, stream));
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
    void tooManyStreamsAreRefusedUntilOneIsOver() throws Exception {
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

    protected final Transport transport(StreamConfig config) {
        Transport transport = create(config);
        transports.add(transport);
        return transport;
    }

    protected static NodeAddress anyPort() {
        return new NodeAddress("127.0.0.1", 0);
    }

    protected static SssException assertCode(ErrorCode code, Callable<?> call) {
        SssException error = catchThrowableOfType(SssException.class, call::call);
        assertThat(error).as("an error " + code).isNotNull();
        assertThat(error.code()).as(error.getMessage()).isEqualTo(code);
        return error;
    }

    private static SssException assertCode(ErrorCode code, Runnable call) {
        return assertCode(code, Executors.callable(call));
    }

    private Connection connect(StreamConfig config, Service service) {
        return connect(transport(config), service);
    }

    private static Connection connect(Transport transport, Service service) {
        return transport.connect(transport.listen(anyPort(), service).address(), WAIT);
    }

    /** Sends {@code frameCount} random frames through an echo and says whether the same bytes came back. */
    private boolean echo(Connection connection, int seed, int frameCount, int maxFrameBytes) throws SssException {
        try (DataQueue queue = DataQueue.open(connection, "echo", NONE)) {
            Future<byte[]> received = executor.submit(() -> readAll(queue));
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            Random random = new Random(seed);
            for (int i = 0; i < frameCount; i++) {
                byte[] frame = random(random.nextInt(), 1 + random.nextInt(maxFrameBytes));
                sent.writeBytes(frame);
                queue.stream().send(buffer(frame));
            }
            queue.stream().end(new byte[] {(byte) seed});
            return Arrays.equals(received.get(20, TimeUnit.SECONDS), sent.toByteArray())
                    && queue.trailer()[0] == (byte) seed;
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw SssException.of(e, "echo");
        }
    }

    private static byte[] readAll(DataQueue queue) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuf frame = queue.take(WAIT); frame != null; frame = queue.take(WAIT)) {
            byte[] copy = new byte[frame.readableBytes()];
            frame.readBytes(copy).release();
            bytes.writeBytes(copy);
        }
        return bytes.toByteArray();
    }

    private static int sendUntilRefused(Stream stream, int frameBytes) {
        int sentBytes = 0;
        ByteBuf frame = buffer(new byte[frameBytes]);
        while (stream.trySend(frame)) {
            sentBytes += frameBytes;
            frame = buffer(new byte[frameBytes]);
        }
        frame.release();
        return sentBytes;
    }

    private static void sendUntilFailed(Stream stream) {
        try {
            while (true) {
                stream.send(buffer(new byte[900]));
            }
        } catch (SssException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
        }
    }

    private static byte[] random(int seed, int bytes) {
        byte[] random = new byte[bytes];
        new Random(seed).nextBytes(random);
        return random;
    }

    private static ByteBuf buffer(byte[] bytes) {
        return PooledByteBufAllocator.DEFAULT.directBuffer(Math.max(1, bytes.length)).writeBytes(bytes);
    }

    /** Throws on data. */
    private record Throwing(Recorder told) implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            data.release();
            throw new IllegalStateException("a defect");
        }

        @Override
        public void onEnd(byte[] trailer) {
            told.onEnd(trailer);
        }

        @Override
        public void onError(SssException error) {
            told.onError(error);
        }
    }
}
