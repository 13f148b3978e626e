package org.sss.server.security;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Reads certificates in PEM. Stateless. */
public final class CertificateFile {
    private static final String SUBJECT = "^.*CN=([^,]*).*$";

    private CertificateFile() {}

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT} naming the file if it has no certificates */
    public static List<X509Certificate> read(Path file) {
        try {
            return CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
                    .stream()
                    .map(X509Certificate.class::cast)
                    .toList();
        } catch (IOException | CertificateException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "cannot read the certificate " + file + ": " + e.getMessage(), e);
        }
    }

    /** Returns the name of its owner. */
    public static String name(X509Certificate certificate) {
        return certificate.getSubjectX500Principal().getName().replaceFirst(SUBJECT, "$1");
    }

    /** Returns its serial number in hex. */
    public static String serial(X509Certificate certificate) {
        return certificate.getSerialNumber().toString(16);
    }
}
