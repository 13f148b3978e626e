package org.sss.net.transport.tls;

import io.netty.buffer.ByteBufAllocator;
import io.netty.handler.ssl.ClientAuth;
import io.netty.handler.ssl.OpenSsl;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslContextBuilder;
import io.netty.handler.ssl.SslHandler;
import io.netty.handler.ssl.SslProvider;
import java.io.IOException;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.cert.CertificateParsingException;
import java.security.cert.X509Certificate;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Makes handlers for connections with TLS. A node's files are read again when they have changed, so that a certificate
 * can be renewed while the node runs. Thread-safe.
 */
public final class Tls {
    private static final Logger LOG = LoggerFactory.getLogger(Tls.class);
    private static final String PROTOCOL = "TLSv1.3";
    /** BoringSSL if netty-tcnative is on the class path, as it needs less processor time, otherwise that of Java. */
    private static final SslProvider PROVIDER = OpenSsl.isAvailable() ? SslProvider.OPENSSL : SslProvider.JDK;
    /** How long a peer that does not read delays the close of its connection. */
    private static final long CLOSE_MILLIS = 500;

    private final List<Path> files;
    private final ClientAuth clients;
    private volatile Contexts contexts;

    /**
     * @param server null for clients
     * @param names  in the certificate of this node; none for clients
     */
    private record Contexts(String version, SslContext server, SslContext client, Set<String> names) {}

    /** @param files certificate, key and CA of a node; empty for clients */
    private Tls(List<Path> files, ClientAuth clients, Contexts contexts) {
        this.files = files;
        this.clients = clients;
        this.contexts = contexts;
    }

    /**
     * Of a node, which has a certificate at both sides of a connection.
     *
     * @param certificate in PEM, as are the others
     * @param key PKCS#8
     * @param authorities certificates of the CA; several during its change
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if a file is missing or damaged
     */
    public static Tls node(Path certificate, Path key, Path authorities) {
        List<Path> files = List.of(certificate, key, authorities);
        return new Tls(files, ClientAuth.OPTIONAL, read(files, ClientAuth.OPTIONAL));
    }

    /** The same for browsers, which would ask their users for a certificate if this side asked for one. */
    public static Tls web(Path certificate, Path key, Path authorities) {
        List<Path> files = List.of(certificate, key, authorities);
        return new Tls(files, ClientAuth.NONE, read(files, ClientAuth.NONE));
    }

    /**
     * Of a client, which authenticates itself by other means.
     *
     * @param authorities that it trusts
     */
    public static Tls client(List<X509Certificate> authorities) {
        try {
            return new Tls(
                    List.of(),
                    ClientAuth.NONE,
                    new Contexts(
                            "",
                            null,
                            builder(SslContextBuilder.forClient()
                                            .trustManager(authorities.toArray(X509Certificate[]::new)))
                                    .endpointIdentificationAlgorithm(null)
                                    .build(),
                            Set.of()));
        } catch (SSLException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "cannot use the certificates of the token file: " + e.getMessage(), e);
        }
    }

    private static SslContextBuilder builder(SslContextBuilder builder) {
        return builder.sslProvider(PROVIDER).protocols(PROTOCOL);
    }

    private static Contexts read(List<Path> files, ClientAuth clients) {
        String version = FileVersion.of(files);
        try {
            NodeFiles read = NodeFiles.read(files.get(0), files.get(1), files.get(2));
            SslContext server = builder(SslContextBuilder.forServer(read.key(), read.chain()))
                    .trustManager(read.authorities())
                    .clientAuth(clients)
                    .build();
            SslContext client = builder(SslContextBuilder.forClient().keyManager(read.key(), read.chain()))
                    .trustManager(read.authorities())
                    .endpointIdentificationAlgorithm(null)
                    .build();
            return new Contexts(version, server, client, names(read.chain()[0]));
        } catch (IOException | GeneralSecurityException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "cannot use the certificate " + files.get(0) + " with the key " + files.get(1) + " and the CA "
                            + files.get(2) + ": " + e.getMessage() + "; make them again by 'sss security node NAME'",
                    e);
        }
    }

    /** Returns the names and addresses in the certificate of this node, in small letters. */
    public Set<String> names() {
        return current().names();
    }

    private static Set<String> names(X509Certificate certificate) throws CertificateParsingException {
        Collection<List<?>> names = certificate.getSubjectAlternativeNames();
        return names == null
                ? Set.of()
                : names.stream()
                        .filter(name -> name.get(1) instanceof String)
                        .map(name -> ((String) name.get(1)).toLowerCase(Locale.ROOT))
                        .collect(Collectors.toUnmodifiableSet());
    }

    /** For an accepted connection, of which the caller limits the time of the handshake. */
    public SslHandler server(ByteBufAllocator allocator) {
        return withTimeouts(current().server().newHandler(allocator));
    }

    /** For a connection that this side opens. The caller limits the time of the handshake. */
    public SslHandler client(ByteBufAllocator allocator) {
        return withTimeouts(current().client().newHandler(allocator));
    }

    private static SslHandler withTimeouts(SslHandler handler) {
        handler.setHandshakeTimeoutMillis(0);
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_MILLIS);
        return handler;
    }

    private Contexts current() {
        Contexts known = contexts;
        if (files.isEmpty()) {
            return known;
        }
        try {
            return FileVersion.of(files).equals(known.version()) ? known : renewed();
        } catch (SssException e) {
            LOG.debug("Using the certificate that was read before", e);
            return known;
        }
    }

    private synchronized Contexts renewed() {
        Contexts known = contexts;
        String version = FileVersion.of(files);
        if (!version.equals(known.version())) {
            try {
                contexts = read(files, clients);
                LOG.info("Read the renewed certificate {}", files.get(0));
            } catch (SssException e) {
                LOG.warn("The certificate that was read before stays in use: {}", e.getMessage());
                contexts = new Contexts(
                        version, known.server(), known.client(), known.names()); // warns once for each change
            }
        }
        return contexts;
    }
}
