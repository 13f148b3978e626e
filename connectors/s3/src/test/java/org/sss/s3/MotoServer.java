package org.sss.s3;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.Optional;
import org.sss.io.store.FileStores;
import software.amazon.awssdk.services.s3.S3Client;

/**
 * A server of S3 for the tests of this process: moto, which the build installs. If it cannot be started, the tests
 * fail. The credentials of tests are in the environment, as the build sets it.
 */
final class MotoServer {
    static final String BUCKET = "test-bucket";
    private static final Path PROGRAM = Path.of(System.getProperty("moto.server", "target/moto/bin/moto_server"));
    private static final long WAIT_NANOS = Duration.ofSeconds(60).toNanos();
    private static final MotoServer ONLY = new MotoServer();

    private final URI address;

    private MotoServer() {
        try {
            int port;
            try (ServerSocket free = new ServerSocket(0)) {
                port = free.getLocalPort();
            }
            address = URI.create("http://127.0.0.1:" + port);
            Path log = Files.createTempFile("moto", ".log");
            Process process = new ProcessBuilder(PROGRAM.toString(), "-H", "127.0.0.1", "-p", Integer.toString(port))
                    .redirectErrorStream(true)
                    .redirectOutput(log.toFile())
                    .start();
            Runtime.getRuntime().addShutdownHook(new Thread(process::destroyForcibly));
            waitFor(process, port, log);
            System.setProperty("sss.s3.endpoint", address.toString());
            calls(address).client().createBucket(r -> r.bucket(BUCKET));
        } catch (IOException e) {
            throw new IllegalStateException("moto cannot be started: " + e, e);
        }
    }

    private static void waitFor(Process process, int port, Path log) throws IOException {
        long start = System.nanoTime();
        while (true) {
            try (Socket socket = new Socket()) {
                socket.connect(new InetSocketAddress("127.0.0.1", port), 1000);
                return;
            } catch (IOException e) {
                if (!process.isAlive() || System.nanoTime() - start > WAIT_NANOS) {
                    throw new IllegalStateException("moto does not answer: " + Files.readString(log), e);
                }
                Thread.onSpinWait();
            }
        }
    }

    static URI address() {
        return ONLY.address;
    }

    /** Stores of the process, which reach the server. */
    static FileStores stores() {
        address();
        return FileStores.ofProcess();
    }

    static S3Calls calls(URI endpoint) {
        return new S3Calls(TestOptions.of(endpoint, Duration.ofSeconds(60), null));
    }

    static S3Client client() {
        return calls(address()).client();
    }

    static void put(String key, byte[] content) {
        client().putObject(
                        r -> r.bucket(BUCKET).key(key),
                        software.amazon.awssdk.core.sync.RequestBody.fromBytes(content));
    }

    static byte[] get(String key) {
        return client().getObjectAsBytes(r -> r.bucket(BUCKET).key(key)).asByteArray();
    }

    static Optional<byte[]> find(String key) {
        return keys(key).contains(key) ? Optional.of(get(key)) : Optional.empty();
    }

    static java.util.List<String> keys(String prefix) {
        return client().listObjectsV2(r -> r.bucket(BUCKET).prefix(prefix)).contents().stream()
                .map(object -> object.key())
                .toList();
    }

    /** Returns the keys of open uploads. */
    static java.util.List<String> openUploads(String prefix) {
        return client().listMultipartUploads(r -> r.bucket(BUCKET)).uploads().stream()
                .map(upload -> upload.key())
                .filter(key -> key.startsWith(prefix))
                .toList();
    }

    static byte[] lines(int count, int seed) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < count; i++) {
            text.append("line ")
                    .append(i)
                    .append(' ')
                    .append("x".repeat((i * 31 + seed) % 97))
                    .append('\n');
        }
        byte[] bytes = text.toString().getBytes(java.nio.charset.StandardCharsets.UTF_8);
        return Arrays.copyOf(bytes, bytes.length);
    }
}
