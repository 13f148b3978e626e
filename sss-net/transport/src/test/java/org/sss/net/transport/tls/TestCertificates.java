package org.sss.net.transport.tls;

import java.io.IOException;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;

/** A CA for tests and the files of nodes that it makes. */
public final class TestCertificates {
    private static final Duration YEAR = Duration.ofDays(365);

    private final X500Principal name = new X500Principal("CN=test CA");
    private final KeyPair keys = newKeys();
    private final X509Certificate certificate =
            sign(name, keys, true, Instant.now().plus(YEAR));
    private long serial;

    public X509Certificate certificate() {
        return certificate;
    }

    /** Writes {@code ca.crt}, {@code node.crt} and {@code node.key}. */
    public void write(Path directory, String node, Instant until) throws IOException {
        Files.createDirectories(directory);
        KeyPair nodeKeys = newKeys();
        Files.writeString(directory.resolve("ca.crt"), pem(new JcaMiscPEMGenerator(certificate)));
        Files.writeString(directory.resolve("node.key"), pem(new JcaPKCS8Generator(nodeKeys.getPrivate(), null)));
        Files.writeString(
                directory.resolve("node.crt"),
                pem(new JcaMiscPEMGenerator(sign(new X500Principal("CN=" + node), nodeKeys, false, until))));
    }

    /** TLS of a node with a certificate of this CA. */
    public Tls node(Path directory, String node) throws IOException {
        write(directory, node, Instant.now().plus(YEAR));
        return tls(directory);
    }

    public static Tls tls(Path directory) {
        return Tls.node(directory.resolve("node.crt"), directory.resolve("node.key"), directory.resolve("ca.crt"));
    }

    private X509Certificate sign(X500Principal subject, KeyPair subjectKeys, boolean isAuthority, Instant until) {
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    name,
                    BigInteger.valueOf(++serial),
                    Date.from(until.minus(YEAR.multipliedBy(2))),
                    Date.from(until),
                    subject,
                    subjectKeys.getPublic());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
            return new JcaX509CertificateConverter()
                    .getCertificate(
                            builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
        } catch (GeneralSecurityException | OperatorException | IOException e) {
            throw new IllegalStateException(e);
        }
    }

    private static String pem(PemObjectGenerator object) throws IOException {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(object);
        }
        return text.toString();
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"));
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException(e);
        }
    }
}
