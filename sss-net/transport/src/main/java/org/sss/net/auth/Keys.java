package org.sss.net.auth;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** The keys of SCRAM (RFC 5802, section 3) that follow from a random secret. Immutable. */
record Keys(byte[] client, byte[] server) {
    static Keys of(byte[] secret) {
        return new Keys(hmac(secret, "SSS client key".getBytes(UTF_8)), hmac(secret, "SSS server key".getBytes(UTF_8)));
    }

    /** What the server keeps to check a proof. */
    byte[] stored() {
        return sha256(client);
    }

    /** Returns the client's proof of {@code transcript}. */
    byte[] proof(byte[] transcript) {
        return xor(client, hmac(stored(), transcript));
    }

    /** Returns whether {@code proof} was made by the owner of the secret. */
    static boolean isProof(byte[] proof, byte[] stored, byte[] transcript) {
        byte[] signature = hmac(stored, transcript);
        return proof.length == signature.length && MessageDigest.isEqual(sha256(xor(proof, signature)), stored);
    }

    static byte[] hmac(byte[] key, byte[] message) {
        try {
            Mac mac = Mac.getInstance("HmacSHA256");
            mac.init(new SecretKeySpec(key, "HmacSHA256"));
            return mac.doFinal(message);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has HmacSHA256", e);
        }
    }

    static byte[] sha256(byte[] bytes) {
        try {
            return MessageDigest.getInstance("SHA-256").digest(bytes);
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("every Java has SHA-256", e);
        }
    }

    private static byte[] xor(byte[] a, byte[] b) {
        byte[] result = new byte[a.length];
        for (int i = 0; i < a.length; i++) {
            result[i] = (byte) (a[i] ^ b[i]);
        }
        return result;
    }
}
