package org.sss.server.code;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.security.NoSuchAlgorithmException;
import java.util.Set;
import javax.net.ssl.HostnameVerifier;
import javax.net.ssl.HttpsURLConnection;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocketFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * The defaults for TLS of this process, which code of jobs can change. To read the context is to make it, which takes a
 * tenth of a second, so they are read only before a class of a job is loaded that sets one. Null stands for what they
 * were then. Thread-safe.
 */
final class TlsDefaults {
    private static final byte[] MENTIONED = "javax/net/ssl/".getBytes(US_ASCII);
    private static final Set<String> SETTERS = Set.of(
            "javax/net/ssl/SSLContext.setDefault",
            "javax/net/ssl/HttpsURLConnection.setDefaultSSLSocketFactory",
            "javax/net/ssl/HttpsURLConnection.setDefaultHostnameVerifier");
    private static final byte METHODREF = 10;

    /** Null before the first such class. */
    private static volatile TlsDefaults known;

    private final SSLContext context = currentContext();
    private final SSLSocketFactory sockets = new OfTheDefaultContext();
    private final HostnameVerifier verifier = HttpsURLConnection.getDefaultHostnameVerifier();

    /** Called before a class of a job is loaded. */
    static void readBefore(byte[] classFile) {
        if (known == null && isMentioned(classFile) && isSet(classFile)) {
            read();
        }
    }

    private static synchronized void read() {
        if (known == null) {
            TlsDefaults read = new TlsDefaults();
            HttpsURLConnection.setDefaultSSLSocketFactory(read.sockets);
            known = read;
        }
    }

    private static boolean isMentioned(byte[] content) {
        for (int i = 0; i <= content.length - MENTIONED.length; i++) {
            int n = 0;
            while (n < MENTIONED.length && content[i + n] == MENTIONED[n]) {
                n++;
            }
            if (n == MENTIONED.length) {
                return true;
            }
        }
        return false;
    }

    private static boolean isSet(byte[] content) {
        try {
            ClassFile file = new ClassFile(content);
            for (int i = 1; i < file.count; i++) {
                int at = file.at(i);
                if (at != 0
                        && content[at] == METHODREF
                        && SETTERS.contains(file.text(file.at(file.u2(at + 1)) + 1) + "."
                                + file.text(file.at(file.u2(at + 3)) + 1))) {
                    return true;
                }
            }
            return false;
        } catch (IndexOutOfBoundsException e) {
            // The JVM reports what is wrong with it.
            return false;
        }
    }

    private static SSLContext currentContext() {
        try {
            return SSLContext.getDefault();
        } catch (NoSuchAlgorithmException e) {
            throw new SssException(ErrorCode.INTERNAL, "this Java has no default SSLContext", e);
        }
    }

    private static <T> T changed(T now, T before) {
        return now == before ? null : now;
    }

    static SSLContext context() {
        TlsDefaults read = known;
        return read == null ? null : changed(currentContext(), read.context);
    }

    static void setContext(SSLContext context) {
        SSLContext.setDefault(context == null ? known.context : context);
    }

    static SSLSocketFactory sockets() {
        TlsDefaults read = known;
        return read == null ? null : changed(HttpsURLConnection.getDefaultSSLSocketFactory(), read.sockets);
    }

    static void setSockets(SSLSocketFactory sockets) {
        HttpsURLConnection.setDefaultSSLSocketFactory(sockets == null ? known.sockets : sockets);
    }

    static HostnameVerifier verifier() {
        TlsDefaults read = known;
        return read == null ? null : changed(HttpsURLConnection.getDefaultHostnameVerifier(), read.verifier);
    }

    static void setVerifier(HostnameVerifier verifier) {
        HttpsURLConnection.setDefaultHostnameVerifier(verifier == null ? known.verifier : verifier);
    }

    /**
     * Sockets of what is the default context at the time: Java would take that of the first use for ever. Stateless.
     */
    private static final class OfTheDefaultContext extends SSLSocketFactory {
        private static SSLSocketFactory now() {
            return currentContext().getSocketFactory();
        }

        @Override
        public String[] getDefaultCipherSuites() {
            return now().getDefaultCipherSuites();
        }

        @Override
        public String[] getSupportedCipherSuites() {
            return now().getSupportedCipherSuites();
        }

        @Override
        public Socket createSocket() throws IOException {
            return now().createSocket();
        }

        @Override
        public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
            return now().createSocket(socket, host, port, autoClose);
        }

        @Override
        public Socket createSocket(String host, int port) throws IOException {
            return now().createSocket(host, port);
        }

        @Override
        public Socket createSocket(String host, int port, InetAddress localHost, int localPort) throws IOException {
            return now().createSocket(host, port, localHost, localPort);
        }

        @Override
        public Socket createSocket(InetAddress host, int port) throws IOException {
            return now().createSocket(host, port);
        }

        @Override
        public Socket createSocket(InetAddress address, int port, InetAddress localAddress, int localPort)
                throws IOException {
            return now().createSocket(address, port, localAddress, localPort);
        }
    }
}
