package org.sss.net.transport.tls;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.cert.CertPathBuilderException;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateException;
import java.security.cert.CertificateExpiredException;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Texts as Java and BoringSSL have them. */
class TlsErrorsTest {
    @Test
    void recognisesCertificatesOfAnotherAuthority() {
        assertExplained(
                "PKIX path building failed: no path",
                new CertPathBuilderException("no path"),
                "does not come from the CA");
        assertExplained(
                "General OpenSslEngine problem",
                new CertificateException(new CertPathBuilderException("no path")),
                "does not come from the CA");
    }

    @Test
    void recognisesExpiredCertificates() {
        assertExplained(
                "General OpenSslEngine problem",
                new CertPathValidatorException("late", new CertificateExpiredException("NotAfter: x")),
                "not valid at the time of this machine");
    }

    @Test
    void saysWhichSideRejectedTheCertificate() {
        for (String alert : new String[] {
            "Received fatal alert: certificate_unknown",
            "error:10000416:SSL routines:OPENSSL_internal:SSLV3_ALERT_CERTIFICATE_UNKNOWN",
            "error:10000418:SSL routines:OPENSSL_internal:TLSV1_ALERT_UNKNOWN_CA",
            "error:10000415:SSL routines:OPENSSL_internal:SSLV3_ALERT_CERTIFICATE_EXPIRED"
        }) {
            assertExplained(alert, null, "it does not accept the certificate of this side");
        }
        SssException unclear = TlsErrors.explain(
                new SSLHandshakeException("error:10000438:SSL routines:OPENSSL_internal:TLSV1_ALERT_INTERNAL_ERROR"));
        assertThat(unclear.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(unclear).hasMessageContaining("probably because it does not accept the certificate of this side");
    }

    private static void assertExplained(String message, Throwable cause, String text) {
        SSLHandshakeException failure = new SSLHandshakeException(message);
        failure.initCause(cause);
        SssException explained = TlsErrors.explain(failure);
        assertThat(explained).hasMessageContaining(text);
        assertThat(explained.code()).isEqualTo(ErrorCode.UNAUTHENTICATED);
    }
}
