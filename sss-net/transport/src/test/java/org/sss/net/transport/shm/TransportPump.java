package org.sss.net.transport.shm;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.sss.api.SssException;
import org.sss.net.peer.Role;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Verb;
import org.sss.net.transport.Connection;
import org.sss.net.transport.Message;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.Stream;
import org.sss.net.transport.StreamHandler;
import org.sss.net.transport.ring.RingPlugin;
import org.sss.net.transport.ring.RingProvider;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpRings;
import org.sss.net.transport.tcp.TcpTransport;

/**
 * Times frames from one process to another that discards them, by the socket, through shared memory and by UCX in turn.
 *
 * <pre>
 *   java -Xmx256m --enable-native-access=ALL-UNNAMED -cp 'sss-net/target/test-classes:sss-client/cli/target/dist/lib/*' \
 *       org.sss.net.transport.shm.TransportPump 4 256 3 tcp,shm,ucx
 *   arguments: GiB for each measurement, KiB for each frame, rounds, ways; UCX_TLS is sm,self if the environment does not set it
 * </pre>
 */
final class TransportPump {
    private static final Duration WAIT = Duration.ofSeconds(60);
    private static final Verb DISCARD = Verb.of("discard", Role.READ);
    private static final String SERVE = "serve";

    private TransportPump() {}

    public static void main(String[] args) throws IOException {
        if (args[0].equals(SERVE)) {
            serve(args[1]);
            return;
        }
        long bytes = Long.parseLong(args[0]) << 30;
        int frameBytes = Integer.parseInt(args[1]) << 10;
        for (int round = 0; round < Integer.parseInt(args[2]); round++) {
            for (String way : args[3].split(",")) {
                double seconds = seconds(way, bytes, frameBytes);
                System.out.printf("%s: %.2f s, %.0f MB/s%n", way, seconds, bytes / seconds / 1e6);
            }
        }
        System.exit(0);
    }

    private static TcpConfig config(String way) {
        if (way.equals("tcp")) {
            return TcpConfig.DEFAULTS;
        }
        RingProvider provider = way.equals("shm")
                ? ShmRings.open(ShmRings.DIRECTORY, RingShape.DEFAULT)
                : RingPlugin.named(way)
                        .orElseThrow()
                        .open(Map.of("tls", System.getenv().getOrDefault("UCX_TLS", "sm,self")));
        return TcpConfig.DEFAULTS.withRings(new TcpRings(provider, peer -> true, RingShape.DEFAULT, 0, true));
    }

    private static void serve(String way) throws IOException {
        try (TcpTransport transport = new TcpTransport(config(way))) {
            System.out.println(transport
                    .listen(new NodeAddress("127.0.0.1", 0), (verb, header, stream) -> new Discarding(stream))
                    .address()
                    .port());
            while (System.in.read() >= 0) {
                // until the parent ends
            }
        }
        System.exit(0);
    }

    /** Grants as it receives, and ends when the peer does. */
    private record Discarding(Stream stream) implements StreamHandler {
        @Override
        public void onData(ByteBuf data) {
            int bytes = data.readableBytes();
            data.release();
            stream.grant(bytes);
        }

        @Override
        public void onEnd(Message trailer) {
            stream.end(trailer);
        }

        @Override
        public void onError(SssException error) {
            System.err.println(error.getMessage());
        }
    }

    private static double seconds(String way, long bytes, int frameBytes) throws IOException {
        Process server = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx256m",
                        "--enable-native-access=ALL-UNNAMED",
                        "-cp",
                        System.getProperty("java.class.path"),
                        TransportPump.class.getName(),
                        SERVE,
                        way)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (TcpTransport transport = new TcpTransport(config(way))) {
            NodeAddress address = new NodeAddress("127.0.0.1", port(server));
            Connection connection = transport.connect(address, WAIT);
            send(connection, bytes / 8, frameBytes); // until it is compiled
            long start = System.nanoTime();
            send(connection, bytes, frameBytes);
            double seconds = (System.nanoTime() - start) / 1e9;
            System.out.println(transport.rings());
            return seconds;
        } finally {
            server.destroyForcibly();
        }
    }

    private static int port(Process server) throws IOException {
        BufferedReader output =
                new BufferedReader(new InputStreamReader(server.getInputStream(), StandardCharsets.US_ASCII));
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            if (line.matches("\\d+")) {
                return Integer.parseInt(line);
            }
        }
        throw new IOException("the other process ended early");
    }

    private static void send(Connection connection, long bytes, int frameBytes) {
        ByteBuf frame = PooledByteBufAllocator.DEFAULT.directBuffer(frameBytes).writeZero(frameBytes);
        try (DataQueue queue = DataQueue.open(connection, DISCARD, Message.of(new byte[0]))) {
            for (long left = bytes; left > 0; left -= frameBytes) {
                queue.stream().send(frame.retainedDuplicate());
            }
            queue.stream().end(new byte[0]);
            queue.awaitEnd(WAIT);
        } finally {
            frame.release();
        }
    }
}
