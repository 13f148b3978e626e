package org.sss.net.transport.ucx;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.CRC32C;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpRings;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * A process that answers what it receives by the checksum of it, and the main class of that process.
 *
 * <pre>
 *   serve TLS DEVICES            listens, prints "port N", and ends with its standard input
 *   send TLS DEVICES PORT MIB    sends random frames to such a process, and compares the checksum
 * </pre>
 */
final class UcxPeer implements AutoCloseable {
    private static final Pattern PORT = Pattern.compile("(?m)^port (\\d+)\\n");
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Verb CHECKSUM = Verb.of("checksum", Role.READ);
    private static final int MAX_FRAME_BYTES = 1 << 20;

    private final Process process;
    private final NodeAddress address;

    private UcxPeer(Process process, NodeAddress address) {
        this.process = process;
        this.address = address;
    }

    public static void main(String[] args) throws IOException {
        try (TcpTransport transport = new TcpTransport(config(args[1], args[2]))) {
            if (args[0].equals("serve")) {
                System.out.println("port "
                        + transport
                                .listen(new NodeAddress("127.0.0.1", 0), (verb, header, stream) -> new Summing(stream))
                                .address()
                                .port());
                while (System.in.read() >= 0) {
                    // until the parent ends
                }
            } else {
                NodeAddress peer = new NodeAddress("127.0.0.1", Integer.parseInt(args[3]));
                boolean same = pump(transport.connect(peer, WAIT), Long.parseLong(args[4]) << 20, 1);
                System.out.println((same ? "the same bytes arrived: " : "OTHER BYTES ARRIVED: ")
                        + transport.rings().get(peer));
            }
        }
        System.exit(0);
    }

    static TcpConfig config(String tls, String devices) {
        return TcpConfig.DEFAULTS
                .withThreads(1)
                .withRings(new TcpRings(UcxRings.open(tls, devices), peer -> true, RingShape.DEFAULT, 0, true));
    }

    /** Sends random frames and returns true if the peer has received the same bytes. */
    static boolean pump(Connection connection, long bytes, int seed) {
        CRC32C sum = new CRC32C();
        Random random = new Random(seed);
        try (DataQueue queue = DataQueue.open(connection, CHECKSUM, Message.of(new byte[0]))) {
            for (long left = bytes; left > 0; ) {
                ByteBuf frame = frame(random, (int)
                        Math.min(left, 1 + random.nextInt(random.nextBoolean() ? 2_000 : MAX_FRAME_BYTES)));
                left -= frame.readableBytes();
                sum.update(frame.nioBuffer());
                queue.stream().send(frame);
            }
            queue.stream().end(new byte[0]);
            return ByteBuffer.wrap(queue.awaitEnd(WAIT).bytes()).getLong() == sum.getValue();
        }
    }

    private static ByteBuf frame(Random random, int bytes) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(bytes + Long.BYTES);
        return frame.writeLong(random.nextLong()).writeZero(bytes).writerIndex(bytes);
    }

    private static final class Summing implements StreamHandler {
        private final Stream stream;
        private final CRC32C sum = new CRC32C();

        Summing(Stream stream) {
            this.stream = stream;
        }

        @Override
        public void onData(ByteBuf data) {
            int bytes = data.readableBytes();
            sum.update(data.nioBuffer());
            data.release();
            stream.grant(bytes);
        }

        @Override
        public void onEnd(Message trailer) {
            stream.end(ByteBuffer.allocate(Long.BYTES).putLong(sum.getValue()).array());
        }

        @Override
        public void onError(SssException error) {
            System.err.println(error.getMessage());
        }
    }

    static UcxPeer start(String tls) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.net.preferIPv4Stack=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        UcxPeer.class.getName(),
                        "serve",
                        tls,
                        "all")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        StringBuilder output = new StringBuilder();
        Matcher port = PORT.matcher(output);
        while (!port.reset().find()) {
            int next = process.getInputStream().read();
            if (next < 0) {
                throw new IOException("the process ended early; it printed " + output);
            }
            output.append((char) next);
        }
        return new UcxPeer(process, new NodeAddress("127.0.0.1", Integer.parseInt(port.group(1))));
    }

    NodeAddress address() {
        return address;
    }

    /** Sends SIGKILL. */
    @Override
    public void close() {
        process.destroyForcibly();
    }
}
