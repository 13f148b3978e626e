package org.sss.server.coordinator.state;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.GroupKey;

/**
 * The identities of the groups that this process creates: 128 bits each of the SHA-256 of a secret and the number.
 * Nobody who knows some of them can compute another one, and this process recognises its own groups without a list of
 * all that have ended. Thread-safe.
 */
final class GroupIdentities {
    private static final int SECRET_BYTES = 32;

    private final byte[] secret = new byte[SECRET_BYTES];

    GroupIdentities() {
        new SecureRandom().nextBytes(secret);
    }

    /** The identity of the group with this number, if this process creates it. */
    String of(long id) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(ByteBuffer.allocate(SECRET_BYTES + Long.BYTES)
                            .put(secret)
                            .putLong(id)
                            .array());
            return HexFormat.of().formatHex(hash, 0, GroupKey.IDENTITY_BYTES);
        } catch (NoSuchAlgorithmException e) {
            throw new SssException(ErrorCode.INTERNAL, "this Java has no SHA-256", e);
        }
    }
}
