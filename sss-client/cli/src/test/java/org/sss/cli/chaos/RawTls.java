package org.sss.cli.chaos;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import java.security.cert.X509Certificate;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.SSLEngineResult.HandshakeStatus;
import javax.net.ssl.SSLEngineResult.Status;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * A TLS connection to a port of this machine that can change the encrypted bytes it sends. One thread; any may close
 * it.
 */
final class RawTls implements Closeable {
    private static final int CONNECT_MILLIS = 10_000;
    private static final ByteBuffer NOTHING = ByteBuffer.allocate(0);

    private final Socket socket;
    private final SSLEngine engine;
    private final UnaryOperator<byte[]> onItsWay;
    private ByteBuffer encrypted = ByteBuffer.allocate(1 << 16);
    private final ByteBuffer plain = ByteBuffer.allocate(1 << 16);

    /** @param onItsWay changes the bytes that the socket gets; none if it returns an empty array */
    RawTls(int port, SSLContext context, UnaryOperator<byte[]> onItsWay) throws IOException {
        this.onItsWay = onItsWay;
        socket = new Socket("127.0.0.1", port);
        socket.setTcpNoDelay(true);
        engine = context.createSSLEngine();
        engine.setUseClientMode(true);
    }

    /** Trusts any listener. */
    static SSLContext context(KeyManager... keys) {
        try {
            SSLContext context = SSLContext.getInstance("TLS");
            context.init(keys, new TrustManager[] {new TrustAnyone()}, new SecureRandom());
            return context;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }

    SSLEngine engine() {
        return engine;
    }

    /** Of the listener, after the handshake. */
    X509Certificate certificate() throws IOException {
        return (X509Certificate) engine.getSession().getPeerCertificates()[0];
    }

    /**
     * @param waitMillis for each answer of the listener
     * @throws IOException also if the listener does not answer or has closed the connection
     */
    void handshake(int waitMillis) throws IOException {
        engine.beginHandshake();
        continueHandshake(waitMillis);
    }

    private void continueHandshake(int waitMillis) throws IOException {
        while (true) {
            HandshakeStatus status = engine.getHandshakeStatus();
            if (status == HandshakeStatus.NEED_TASK) {
                engine.getDelegatedTask().run();
            } else if (status == HandshakeStatus.NEED_WRAP) {
                wrap(NOTHING);
            } else if (status == HandshakeStatus.NEED_UNWRAP) {
                if (!unwrap()) {
                    read(waitMillis);
                }
            } else {
                return;
            }
        }
    }

    void send(byte[] bytes) throws IOException {
        ByteBuffer left = ByteBuffer.wrap(bytes);
        while (left.hasRemaining()) {
            wrap(left);
        }
    }

    private void wrap(ByteBuffer source) throws IOException {
        ByteBuffer record = ByteBuffer.allocate(engine.getSession().getPacketBufferSize());
        if (engine.wrap(source, record).getStatus() == Status.CLOSED && record.position() == 0) {
            throw new EOFException("TLS is closed");
        }
        sendRaw(onItsWay.apply(Arrays.copyOf(record.array(), record.position())));
    }

    /** Sends bytes without TLS. */
    void sendRaw(byte[] bytes) throws IOException {
        socket.getOutputStream().write(bytes);
    }

    /**
     * Returns what has arrived, empty after {@code waitMillis} without an answer.
     *
     * @throws IOException if the connection was closed
     */
    byte[] receive(int waitMillis) throws IOException {
        try {
            do {
                while (unwrap()) {
                    continueHandshake(waitMillis);
                }
                if (plain.position() > 0) {
                    byte[] bytes = Arrays.copyOf(plain.array(), plain.position());
                    plain.clear();
                    return bytes;
                }
                read(waitMillis);
            } while (true);
        } catch (SocketTimeoutException nothing) {
            return new byte[0];
        }
    }

    /** Reads at least a byte from the socket. */
    private void read(int waitMillis) throws IOException {
        if (!encrypted.hasRemaining()) {
            encrypted = ByteBuffer.allocate(2 * encrypted.capacity()).put(encrypted.flip());
        }
        socket.setSoTimeout(Math.max(1, Math.min(CONNECT_MILLIS, waitMillis)));
        int count = socket.getInputStream().read(encrypted.array(), encrypted.position(), encrypted.remaining());
        if (count < 0) {
            throw new EOFException("the listener has closed the connection");
        }
        encrypted.position(encrypted.position() + count);
    }

    /** Decrypts a record; false if it is not complete, or if what was decrypted must be taken first. */
    private boolean unwrap() throws IOException {
        if (plain.remaining() < engine.getSession().getApplicationBufferSize()) {
            return false;
        }
        encrypted.flip();
        Status status = engine.unwrap(encrypted, plain).getStatus();
        encrypted.compact();
        if (status == Status.CLOSED) {
            throw new EOFException("the listener has closed TLS");
        }
        return status == Status.OK;
    }

    /** Lets the listener see a reset instead of an orderly close. */
    void reset() throws IOException {
        socket.setSoLinger(true, 0);
        socket.close();
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Not subject to the checks of Java for names and key lengths. */
    private static final class TrustAnyone extends X509ExtendedTrustManager {
        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type) {
            // anyone
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type) {
            // anyone
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
            // anyone
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
            // anyone
        }

        @Override
        public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // anyone
        }

        @Override
        public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
            // anyone
        }

        @Override
        public X509Certificate[] getAcceptedIssuers() {
            return new X509Certificate[0];
        }
    }
}
