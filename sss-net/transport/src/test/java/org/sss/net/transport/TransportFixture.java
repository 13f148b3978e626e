package org.sss.net.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

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
import org.junit.jupiter.api.AfterEach;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Verb;
import org.sss.net.testing.Patience;

/** A transport under test and common operations of tests. */
abstract class TransportFixture {
    protected static final Duration WAIT = Duration.ofSeconds(10L * Patience.FACTOR);
    protected static final byte[] NONE = {};
    protected static final int WINDOW = 64 << 10;
    protected static final StreamConfig CONFIG = new StreamConfig(WINDOW, WAIT.multipliedBy(2), 1_100);
    protected static final StreamConfig IMPATIENT = new StreamConfig(WINDOW, Duration.ofMillis(50), 2);

    protected final ExecutorService executor = Executors.newCachedThreadPool();
    private final List<Transport> transports = new ArrayList<>();
    protected final Acceptor acceptor = new Acceptor();

    protected abstract Transport create(StreamConfig config);

    @AfterEach
    void closeAll() throws InterruptedException {
        transports.forEach(Transport::close);
        executor.shutdownNow();
        assertThat(executor.awaitTermination(WAIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
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

    protected static SssException assertCode(ErrorCode code, Runnable call) {
        return assertCode(code, Executors.callable(call));
    }

    protected final Connection connect(StreamConfig config, Service service) {
        return connect(transport(config), service);
    }

    protected static Connection connect(Transport transport, Service service) {
        return transport.connect(transport.listen(anyPort(), service).address(), WAIT);
    }

    /** Sends {@code frameCount} random frames through an echo and returns true if the same bytes were returned. */
    protected final boolean echo(Connection connection, int seed, int frameCount, int maxFrameBytes)
            throws SssException {
        try (DataQueue queue = DataQueue.open(connection, verb("echo"), Message.of(NONE))) {
            Future<byte[]> received = executor.submit(() -> readAll(queue));
            ByteArrayOutputStream sent = new ByteArrayOutputStream();
            Random random = new Random(seed);
            for (int i = 0; i < frameCount; i++) {
                byte[] frame = random(random.nextInt(), 1 + random.nextInt(maxFrameBytes));
                sent.writeBytes(frame);
                queue.stream().send(buffer(frame));
            }
            queue.stream().end(new byte[] {(byte) seed});
            return Arrays.equals(received.get(2 * WAIT.toSeconds(), TimeUnit.SECONDS), sent.toByteArray())
                    && queue.trailer().bytes()[0] == (byte) seed;
        } catch (ExecutionException | InterruptedException | TimeoutException e) {
            throw SssException.of(e, "echo");
        }
    }

    protected static byte[] readAll(DataQueue queue) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuf frame = queue.take(WAIT); frame != null; frame = queue.take(WAIT)) {
            byte[] copy = new byte[frame.readableBytes()];
            frame.readBytes(copy).release();
            bytes.writeBytes(copy);
        }
        return bytes.toByteArray();
    }

    protected static int sendUntilRefused(Stream stream, int frameBytes) {
        int sentBytes = 0;
        ByteBuf frame = buffer(new byte[frameBytes]);
        while (stream.trySend(frame)) {
            sentBytes += frameBytes;
            frame = buffer(new byte[frameBytes]);
        }
        frame.release();
        return sentBytes;
    }

    protected static void sendUntilFailed(Stream stream) {
        try {
            while (true) {
                stream.send(buffer(new byte[900]));
            }
        } catch (SssException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
        }
    }

    protected static byte[] random(int seed, int bytes) {
        byte[] random = new byte[bytes];
        new Random(seed).nextBytes(random);
        return random;
    }

    protected static ByteBuf buffer(byte[] bytes) {
        return PooledByteBufAllocator.DEFAULT
                .directBuffer(Math.max(1, bytes.length))
                .writeBytes(bytes);
    }

    private static Verb verb(String name) {
        return Verb.of(name, Role.READ);
    }
}
