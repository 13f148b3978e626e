package org.sss.net.transport.tls;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.security.spec.PKCS8EncodedKeySpec;
import java.util.Arrays;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The certificate of a node, its key, and the CA, which belong together: files that are being replaced one by one are
 * rejected. Immutable.
 *
 * @param chain the certificate of the node first
 */
record NodeFiles(PrivateKey key, X509Certificate[] chain, X509Certificate[] authorities) {
    private static final Pattern KEY = Pattern.compile("-----BEGIN PRIVATE KEY-----([^-]*)-----END PRIVATE KEY-----");

    /** @throws GeneralSecurityException with a text that names the file, if the files do not belong together */
    static NodeFiles read(Path certificate, Path key, Path authorities) throws IOException, GeneralSecurityException {
        X509Certificate[] chain = certificates(certificate);
        NodeFiles files =
                new NodeFiles(key(key, chain[0].getPublicKey().getAlgorithm()), chain, certificates(authorities));
        if (!isPair(files.key, chain[0].getPublicKey())) {
            throw new GeneralSecurityException(key + " is not the key of the certificate");
        }
        X509Certificate last = chain[chain.length - 1];
        if (Arrays.stream(files.authorities).noneMatch(authority -> isSigned(last, authority))) {
            throw new GeneralSecurityException("the certificate does not come from a CA of " + authorities);
        }
        return files;
    }

    private static X509Certificate[] certificates(Path file) throws IOException, CertificateException {
        try {
            X509Certificate[] all = CertificateFactory.getInstance("X.509")
                    .generateCertificates(new ByteArrayInputStream(Files.readAllBytes(file)))
                    .toArray(X509Certificate[]::new);
            if (all.length > 0) {
                return all;
            }
        } catch (CertificateException e) {
            throw new CertificateException(file + " is damaged: " + e.getMessage(), e);
        }
        throw new CertificateException(file + " has no certificate in PEM");
    }

    private static PrivateKey key(Path file, String algorithm) throws IOException, GeneralSecurityException {
        Matcher key = KEY.matcher(Files.readString(file, StandardCharsets.ISO_8859_1));
        if (!key.find()) {
            throw new GeneralSecurityException(file + " has no key in PEM (PKCS#8, without password)");
        }
        try {
            byte[] encoded = Base64.getMimeDecoder().decode(key.group(1));
            return KeyFactory.getInstance(algorithm).generatePrivate(new PKCS8EncodedKeySpec(encoded));
        } catch (IllegalArgumentException | GeneralSecurityException e) {
            throw new GeneralSecurityException(
                    file + " is damaged, or not the key of the certificate"); // the cause may quote the key
        }
    }

    private static boolean isPair(PrivateKey key, PublicKey certified) throws GeneralSecurityException {
        byte[] message = {1};
        Signature signature =
                Signature.getInstance("SHA256with" + (key.getAlgorithm().equals("EC") ? "ECDSA" : key.getAlgorithm()));
        signature.initSign(key);
        signature.update(message);
        byte[] signed = signature.sign();
        signature.initVerify(certified);
        signature.update(message);
        return signature.verify(signed);
    }

    private static boolean isSigned(X509Certificate certificate, X509Certificate authority) {
        try {
            certificate.verify(authority.getPublicKey());
            return true;
        } catch (GeneralSecurityException e) {
            return false;
        }
    }
}
