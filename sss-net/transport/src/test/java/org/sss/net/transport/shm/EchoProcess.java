package org.sss.net.transport.shm;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.concurrent.Executors;
import org.sss.net.transport.EchoService;
import org.sss.net.transport.NodeAddress;
import org.sss.net.transport.ring.RingShape;
import org.sss.net.transport.tcp.TcpConfig;
import org.sss.net.transport.tcp.TcpRings;
import org.sss.net.transport.tcp.TcpTransport;

/** A process that sends back all data, and the main class of that process. */
final class EchoProcess implements AutoCloseable {
    private final Process process;
    private final NodeAddress address;

    private EchoProcess(Process process, NodeAddress address) {
        this.process = process;
        this.address = address;
    }

    /** @param args directory of the files of rings; none: only by the socket */
    public static void main(String[] args) throws IOException {
        TcpConfig config =
                args.length == 0 ? TcpConfig.DEFAULTS : TcpConfig.DEFAULTS.withRings(rings(Path.of(args[0])));
        try (TcpTransport transport = new TcpTransport(config)) {
            NodeAddress address = transport
                    .listen(new NodeAddress("127.0.0.1", 0), new EchoService(Executors.newCachedThreadPool()))
                    .address();
            System.out.println("port " + address.port());
            while (System.in.read() >= 0) {
                // until the parent ends
            }
        }
        System.exit(0); // in spite of the threads of the service
    }

    static TcpRings rings(Path directory) {
        return new TcpRings(ShmRings.open(directory, RingShape.DEFAULT), peer -> true, RingShape.DEFAULT, 0, true);
    }

    static EchoProcess start(Path directory) throws IOException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Xmx128m",
                        "-XX:TieredStopAtLevel=1",
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.net.preferIPv4Stack=true",
                        "-cp",
                        System.getProperty("java.class.path"),
                        EchoProcess.class.getName(),
                        directory.toString())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        StringBuilder line = new StringBuilder();
        while (line.indexOf("port ") < 0 || line.charAt(line.length() - 1) != '\n') {
            int next = process.getInputStream().read();
            if (next < 0) {
                throw new IOException("the process ended early; it printed " + line);
            }
            line.append(new String(new byte[] {(byte) next}, StandardCharsets.US_ASCII));
        }
        int port = Integer.parseInt(line.substring(line.indexOf("port ") + 5).trim());
        return new EchoProcess(process, new NodeAddress("127.0.0.1", port));
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
