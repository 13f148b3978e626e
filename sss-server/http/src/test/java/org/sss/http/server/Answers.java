package org.sss.http.server;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A client that sends bytes as they are. Used by one thread. */
final class Answers implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;

    private final Socket socket;
    private final InputStream in;

    /** Status, head and body of one answer. */
    record Answer(int status, String head, String body) {}

    Answers(int port) throws IOException {
        this(new Socket(InetAddress.getLoopbackAddress(), port));
    }

    private Answers(Socket socket) throws IOException {
        this.socket = socket;
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new BufferedInputStream(socket.getInputStream());
    }

    /** A client that will not read. */
    static Answers slow(int port) throws IOException {
        Socket socket = new Socket();
        socket.setReceiveBufferSize(4 << 10);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        return new Answers(socket);
    }

    Answers send(String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.ISO_8859_1));
        return this;
    }

    /** Reads an answer with a length. */
    Answer next() throws IOException {
        String head = head();
        int at = head.toLowerCase(Locale.ROOT).indexOf("content-length: ");
        int length = at < 0 ? 0 : Integer.parseInt(head.substring(at + 16).split("\r\n", 2)[0]);
        String body = new String(in.readNBytes(length), StandardCharsets.UTF_8);
        return new Answer(Integer.parseInt(head.split(" ", 3)[1]), head, body);
    }

    /** Reads status and headers. */
    String head() throws IOException {
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            int next = in.read();
            if (next < 0) {
                throw new IOException("closed after '" + head + "'");
            }
            head.append((char) next);
        }
        return head.toString();
    }

    /** Reads lines. */
    List<String> line(int count) throws IOException {
        List<String> lines = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        while (lines.size() < count) {
            int next = in.read();
            if (next == '\n') {
                lines.add(line.toString().strip());
                line.setLength(0);
            } else {
                line.append((char) next);
            }
        }
        return lines;
    }

    /** Reads up to the end. */
    String rest() throws IOException {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
