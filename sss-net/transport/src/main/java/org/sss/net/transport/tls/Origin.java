package org.sss.net.transport.tls;

import java.security.GeneralSecurityException;
import java.security.cert.CertPathValidator;
import java.security.cert.CertPathValidatorException;
import java.security.cert.CertificateFactory;
import java.security.cert.PKIXParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.stream.Collectors;

/** Where certificates come from. Stateless. */
public final class Origin {
    private Origin() {}

    /**
     * Returns whether a chain, which TLS has verified with the CAs of several clusters, comes from one of {@code
     * authorities}.
     *
     * @param chain the certificate of the peer first
     */
    public static boolean isFrom(List<X509Certificate> chain, List<X509Certificate> authorities) {
        if (authorities.isEmpty()) {
            return false;
        }
        try {
            PKIXParameters parameters = new PKIXParameters(
                    authorities.stream().map(ca -> new TrustAnchor(ca, null)).collect(Collectors.toSet()));
            parameters.setRevocationEnabled(false);
            List<X509Certificate> below = chain.stream()
                    .filter(certificate -> !authorities.contains(certificate))
                    .toList();
            CertPathValidator.getInstance("PKIX")
                    .validate(CertificateFactory.getInstance("X.509").generateCertPath(below), parameters);
            return true;
        } catch (CertPathValidatorException e) {
            return false;
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java validates chains of X.509", e);
        }
    }
}
