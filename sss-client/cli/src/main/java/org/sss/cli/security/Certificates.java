package org.sss.cli.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.SecureRandom;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.ECGenParameterSpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import javax.security.auth.x500.X500Principal;
import org.bouncycastle.asn1.pkcs.PrivateKeyInfo;
import org.bouncycastle.asn1.x509.BasicConstraints;
import org.bouncycastle.asn1.x509.ExtendedKeyUsage;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.asn1.x509.KeyPurposeId;
import org.bouncycastle.asn1.x509.KeyUsage;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.openssl.PEMParser;
import org.bouncycastle.openssl.jcajce.JcaMiscPEMGenerator;
import org.bouncycastle.openssl.jcajce.JcaPEMKeyConverter;
import org.bouncycastle.openssl.jcajce.JcaPKCS8Generator;
import org.bouncycastle.operator.OperatorCreationException;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.bouncycastle.util.IPAddress;
import org.bouncycastle.util.io.pem.PemObjectGenerator;
import org.bouncycastle.util.io.pem.PemWriter;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.auth.TokenFile;
import org.sss.server.security.CertificateFile;
import org.sss.server.security.Expiry;
import org.sss.server.security.SecurityDirectory;

/** Makes the CA and the certificates of nodes, with keys on the curve P-256. Stateless. */
public final class Certificates {
    /** Of nodes: a year, and a month in which a warning is logged. */
    static final Duration VALIDITY = Duration.ofDays(398);

    private static final Duration VALIDITY_OF_AUTHORITY = Duration.ofDays(3652);
    /** Clocks of nodes may differ. */
    private static final Duration EARLIER = Duration.ofDays(1);

    private static final int SERIAL_BITS = 127;
    private static final SecureRandom RANDOM = new SecureRandom();

    private Certificates() {}

    /**
     * Adds a CA to a directory, its certificate to the administrator's token, and a certificate that all nodes of this
     * machine share.
     */
    public static void addAuthorityAndNode(SecurityDirectory directory) {
        addAuthority(directory);
        addNode(directory, "", "node-0", VALIDITY);
    }

    /**
     * Adds a CA to an administrator's directory, and the files of nodes {@code node-0} and so on.
     *
     * @param hosts of the nodes
     */
    public static void addAuthorityAndNodes(SecurityDirectory directory, List<String> hosts) {
        addAuthority(directory);
        for (int node = 0; node < hosts.size(); node++) {
            SecurityNode.make(directory, new Subject("node-" + node, List.of(hosts.get(node))), VALIDITY);
        }
    }

    /** Replaces the certificate that all nodes of this machine share if it expires soon. */
    public static void renewOfMachine(SecurityDirectory directory) {
        Path file = directory.file(SecurityDirectory.NODE_CERTIFICATE);
        if (Files.exists(directory.file(SecurityDirectory.CA_KEY)) && Files.exists(file)) {
            X509Certificate certificate = CertificateFile.read(file).get(0);
            if (Expiry.isSoon(certificate.getNotAfter().toInstant(), Instant.now())) {
                addNode(directory, "", CertificateFile.name(certificate), VALIDITY);
            }
        }
    }

    /** Adds a CA to a directory, and its certificate to the administrator's token. */
    static void addAuthority(SecurityDirectory directory) {
        KeyPair keys = newKeys();
        X500Principal name = new X500Principal("CN=SSS cluster " + directory.realm());
        X509Certificate certificate =
                sign(new Content(name, name, keys.getPublic(), VALIDITY_OF_AUTHORITY, null), keys.getPrivate(), true);
        directory.write(SecurityDirectory.CA_KEY, pem(pkcs8(keys.getPrivate())));
        directory.write(SecurityDirectory.CA_CERTIFICATE, pem(certificate));
        TokenFile admin = directory.adminToken();
        directory.write(
                SecurityDirectory.ADMIN_TOKEN,
                new TokenFile(List.of(new TokenFile.Entry(admin.entries().get(0).token(), List.of(certificate))))
                        .text());
    }

    /**
     * Makes key and certificate of a node, in place of older ones. During a change of the CA, the one whose key the
     * directory has signs it.
     *
     * @param prefix of the names of the files below the directory
     * @throws SssException INVALID_ARGUMENT if the directory has no key of a CA, or its certificate expires earlier
     */
    static void addNode(SecurityDirectory directory, String prefix, String node, Duration validity) {
        addNode(directory, prefix, new Subject(node, List.of()), validity);
    }

    /**
     * A node.
     *
     * @param hosts names and addresses by which browsers and programs reach its page, beside its name and this machine
     */
    record Subject(String node, List<String> hosts) {
        X500Principal name() {
            return new X500Principal("CN=" + node);
        }

        /** Nodes and clients of SSS trust any certificate of the CA, whatever names it has. */
        GeneralNames alternatives() {
            return new GeneralNames(Stream.concat(Stream.of(node, "localhost", "127.0.0.1", "::1"), hosts.stream())
                    .map(Subject::alternative)
                    .toArray(GeneralName[]::new));
        }

        private static GeneralName alternative(String host) {
            boolean isAddress = IPAddress.isValid(host);
            return new GeneralName(isAddress ? GeneralName.iPAddress : GeneralName.dNSName, host);
        }
    }

    /** As the other one, for a node that browsers reach by {@link Subject#hosts}. */
    static void addNode(SecurityDirectory directory, String prefix, Subject node, Duration validity) {
        PrivateKey authorityKey = authorityKey(directory);
        KeyPair keys = newKeys();
        X509Certificate certificate = authorities(directory).stream()
                .map(authority -> signedBy(authority, node, keys.getPublic(), authorityKey, validity))
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        directory.file(SecurityDirectory.CA_KEY) + " is not the key of a certificate in "
                                + directory.file(SecurityDirectory.CA_CERTIFICATE)));
        directory.write(prefix + SecurityDirectory.NODE_KEY, pem(pkcs8(keys.getPrivate())));
        directory.write(prefix + SecurityDirectory.NODE_CERTIFICATE, pem(certificate));
    }

    /** Returns nothing if {@code key} is not that of {@code authority}. */
    private static Optional<X509Certificate> signedBy(
            X509Certificate authority, Subject subject, PublicKey publicKey, PrivateKey key, Duration validity) {
        Content content = new Content(
                authority.getSubjectX500Principal(), subject.name(), publicKey, validity, subject.alternatives());
        X509Certificate certificate = sign(content, key, false);
        try {
            certificate.verify(authority.getPublicKey());
            return Optional.of(certificate);
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    /** Returns the name in the certificate of the node that has this directory, or nothing. */
    static String ownNode(SecurityDirectory directory) {
        Path file = directory.file(SecurityDirectory.NODE_CERTIFICATE);
        return Files.exists(file)
                ? CertificateFile.name(CertificateFile.read(file).get(0))
                : "";
    }

    /** Returns the certificates of the CA; none if there is no TLS. */
    static List<X509Certificate> authorities(SecurityDirectory directory) {
        return directory.hasAuthority()
                ? CertificateFile.read(directory.file(SecurityDirectory.CA_CERTIFICATE))
                : List.of();
    }

    private static PrivateKey authorityKey(SecurityDirectory directory) {
        Path file = directory.file(SecurityDirectory.CA_KEY);
        if (Files.notExists(file)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "there is no key of a CA (" + file + "); certificates are made in the"
                            + " directory that 'sss security init' has made: name it by --dir. If the key is lost, "
                            + "change the CA (docs/security.md)");
        }
        try (PEMParser parser = new PEMParser(new StringReader(Files.readString(file, UTF_8)))) {
            return new JcaPEMKeyConverter().getPrivateKey((PrivateKeyInfo) parser.readObject());
        } catch (IOException | ClassCastException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "cannot read the key of the CA " + file + ": " + e.getMessage(), e);
        }
    }

    /**
     * What a certificate says.
     *
     * @param alternatives names and addresses of a node; null for a CA
     */
    private record Content(
            X500Principal issuer, X500Principal subject, PublicKey key, Duration validity, GeneralNames alternatives) {}

    private static X509Certificate sign(Content content, PrivateKey issuerKey, boolean isAuthority) {
        Instant now = Instant.now();
        try {
            JcaX509v3CertificateBuilder builder = new JcaX509v3CertificateBuilder(
                    content.issuer(),
                    new BigInteger(SERIAL_BITS, RANDOM),
                    Date.from(now.minus(EARLIER)),
                    Date.from(now.plus(content.validity())),
                    content.subject(),
                    content.key());
            builder.addExtension(Extension.basicConstraints, true, new BasicConstraints(isAuthority));
            if (isAuthority) {
                builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.keyCertSign));
            } else {
                builder.addExtension(Extension.keyUsage, true, new KeyUsage(KeyUsage.digitalSignature));
                builder.addExtension(Extension.subjectAlternativeName, false, content.alternatives());
                builder.addExtension(Extension.extendedKeyUsage, false, new ExtendedKeyUsage(new KeyPurposeId[] {
                    KeyPurposeId.id_kp_serverAuth, KeyPurposeId.id_kp_clientAuth
                }));
            }
            return new JcaX509CertificateConverter()
                    .getCertificate(builder.build(new JcaContentSignerBuilder("SHA256withECDSA").build(issuerKey)));
        } catch (IOException | CertificateException | OperatorCreationException e) {
            throw new SssException(ErrorCode.INTERNAL, "cannot make a certificate: " + e, e);
        }
    }

    private static KeyPair newKeys() {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
            generator.initialize(new ECGenParameterSpec("secp256r1"), RANDOM);
            return generator.generateKeyPair();
        } catch (GeneralSecurityException e) {
            throw new SssException(ErrorCode.INTERNAL, "this Java cannot make keys on the curve P-256: " + e, e);
        }
    }

    private static PemObjectGenerator pkcs8(PrivateKey key) {
        try {
            return new JcaPKCS8Generator(key, null);
        } catch (IOException e) {
            throw new SssException(ErrorCode.INTERNAL, "cannot write a key: " + e, e);
        }
    }

    private static String pem(X509Certificate certificate) {
        try {
            return pem(new JcaMiscPEMGenerator(certificate));
        } catch (IOException e) {
            throw new SssException(ErrorCode.INTERNAL, "cannot write a certificate: " + e, e);
        }
    }

    private static String pem(PemObjectGenerator object) {
        StringWriter text = new StringWriter();
        try (PemWriter writer = new PemWriter(text)) {
            writer.writeObject(object);
        } catch (IOException e) {
            throw new SssException(ErrorCode.INTERNAL, "cannot write PEM: " + e, e);
        }
        return text.toString();
    }
}
