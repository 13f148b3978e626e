package org.sss.net.transport.tls;

import io.netty.handler.ssl.NotSslRecordException;
import io.netty.handler.ssl.SslClosedEngineException;
import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateExpiredException;
import java.security.cert.CertificateNotYetValidException;
import java.util.Locale;
import javax.net.ssl.SSLException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Explains failures of TLS. Stateless. */
public final class TlsErrors {
    private static final String FOREIGN =
            "its certificate does not come from the CA of this cluster; use the token file, or the files of"
                    + " 'sss security node', of the cluster that runs there";

    private TlsErrors() {}

    /**
     * Returns what went wrong and what to do, or null if {@code failure} is not one of TLS. Its code is
     * {@link ErrorCode#UNAUTHENTICATED} if another attempt fails too, otherwise {@link ErrorCode#NODE_UNREACHABLE}.
     */
    public static SssException explain(Throwable failure) {
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof NotSslRecordException) {
                return settled(
                        "it does not use TLS; is that port a node of this cluster, and does the node run with security "
                                + "= on?",
                        failure);
            }
            if (cause instanceof CertificateExpiredException || cause instanceof CertificateNotYetValidException) {
                return settled(
                        "its certificate is not valid at the time of this machine (" + cause.getMessage()
                                + "); check the clocks, or renew" + " it by 'sss security node NAME --renew'",
                        failure);
            }
        }
        // BoringSSL reports the reason only as the cause of a general exception, so it comes before all texts.
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof CertPathBuilderException || cause instanceof CertPathValidatorException) {
                return settled(FOREIGN, failure);
            }
        }
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            if (cause instanceof SslClosedEngineException) {
                return null; // the peer has closed the connection
            }
            if (cause instanceof SSLException && cause.getMessage() != null) {
                return explain(cause.getMessage(), failure);
            }
        }
        return null;
    }

    private static SssException explain(String message, Throwable failure) {
        String text = message.toLowerCase(Locale.ROOT);
        if (text.contains("protocol_version")
                || text.contains("protocol version")
                || text.contains("appropriate protocol")) {
            return settled("it does not use TLS 1.3, which SSS requires (" + message + ")", failure);
        }
        boolean isAlert = text.contains("received fatal alert") || text.contains("_alert_"); // of Java, of BoringSSL
        if (isAlert && (text.contains("certificate") || text.contains("unknown_ca"))) {
            return settled(
                    "it does not accept the certificate of this side (" + message
                            + "); use the token file, or the files of 'sss security"
                            + " node', of the same cluster at both sides, and check that they are valid: 'sss security "
                            + "list' shows them",
                    failure);
        }
        if (isAlert
                && text.contains(
                        "internal_error")) { // also what BoringSSL sends if the certificate comes from another CA
            return new SssException(
                    ErrorCode.NODE_UNREACHABLE,
                    "it has ended the handshake of TLS, probably because it does not accept the"
                            + " certificate of this side (" + message + "); its log, or its output, has the reason",
                    failure);
        }
        if (text.contains("path") || text.contains("certificate") || text.contains("trust")) {
            return settled(FOREIGN, failure);
        }
        return new SssException(ErrorCode.NODE_UNREACHABLE, "TLS failed: " + message + "; try again", failure);
    }

    private static SssException settled(String why, Throwable failure) {
        return new SssException(ErrorCode.UNAUTHENTICATED, why, failure);
    }
}
