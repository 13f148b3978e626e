package org.sss.benchmarks.stores;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ServerSocketChannel;
import java.nio.channels.SocketChannel;
import java.nio.file.Path;

/**
 * The server process of {@link Pump}: a thread for each connection. A client sends a request, then bytes go in one
 * direction or the other; the server answers with one byte when it has taken them all.
 *
 * <pre>
 *   request  [u8 {@link Kind}][u64 number of bytes][u64 where they start in the file]
 * </pre>
 */
public final class PumpServer implements AutoCloseable {
    static final int REQUEST_BYTES = 17;
    static final int FRAME_BYTES = 32 << 10;
    /** So that several frames come from the kernel with one call. */
    private static final int RECEIVE_BYTES = 256 << 10;

    private ServerSocketChannel listening;

    /** What the server does. */
    enum Kind { GIVE, TAKE, GIVE_FILE }

    /** Listens at a free port, and returns it. @param file for {@link Kind#GIVE_FILE}, or null */
    int start(String file) throws IOException {
        listening = ServerSocketChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
        daemon("accept", () -> {
            while (true) {
                SocketChannel connection = listening.accept();
                daemon("serve", () -> serve(connection, file));
            }
        });
        return ((InetSocketAddress) listening.getLocalAddress()).getPort();
    }

    /** Runs until a connection ends. */
    private interface Serving {
        void run() throws IOException;
    }

    private static void daemon(String name, Serving serving) {
        Thread thread = new Thread(() -> {
            try {
                serving.run();
            } catch (IOException e) {
                // The client has disconnected, and reports why.
            }
        }, name);
        thread.setDaemon(true);
        thread.start();
    }

    private static void serve(SocketChannel connection, String file) throws IOException {
        ByteBuffer request = ByteBuffer.allocateDirect(REQUEST_BYTES);
        try (connection) {
            while (true) {
                receive(connection, request.clear());
                Kind kind = Kind.values()[request.flip().get()];
                long bytes = request.getLong();
                switch (kind) {
                    case GIVE -> send(connection, bytes);
                    case TAKE -> {
                        discard(connection, bytes);
                        connection.write(ByteBuffer.allocate(1));
                    }
                    case GIVE_FILE -> sendFile(connection, Path.of(file), request.getLong(), bytes);
                }
            }
        }
    }

    /** The kernel sends them by itself. */
    private static void sendFile(SocketChannel connection, Path file, long from, long bytes) throws IOException {
        try (FileChannel content = FileChannel.open(file)) {
            for (long sent = 0; sent < bytes;) {
                sent += content.transferTo(from + sent, bytes - sent, connection);
            }
        }
    }

    private static void receive(SocketChannel connection, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            if (connection.read(bytes) < 0) {
                throw new IOException("the other end of the pump closed the connection");
            }
        }
    }

    /** From memory, in frames. */
    static void send(SocketChannel connection, long bytes) throws IOException {
        ByteBuffer frame = ByteBuffer.allocateDirect(FRAME_BYTES);
        for (long left = bytes; left > 0; left -= frame.limit()) {
            frame.clear().limit((int) Math.min(FRAME_BYTES, left));
            while (frame.hasRemaining()) {
                connection.write(frame);
            }
        }
    }

    /** Counts and discards. */
    static void discard(SocketChannel connection, long bytes) throws IOException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(RECEIVE_BYTES);
        for (long left = bytes; left > 0; left -= buffer.position()) {
            int read = connection.read(buffer.clear().limit((int) Math.min(RECEIVE_BYTES, left)));
            if (read < 0) {
                throw new IOException("the other end of the pump closed the connection");
            }
        }
    }

    @Override
    public void close() throws IOException {
        if (listening != null) {
            listening.close();
        }
    }
}
