package org.sss.server.coordinator.blob;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Names of blobs: SHA-256 in lower-case hex. */
public final class BlobId {
    private static final int CHARS = 64;

    private BlobId() {}

    public static String of(byte[] content) {
        return HexFormat.of().formatHex(sha256().digest(content));
    }

    static String of(Path file) throws IOException {
        MessageDigest digest = sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }

    /** Such a name is also a safe file name. */
    static void check(String id) {
        if (id == null || id.length() != CHARS || !isHex(id)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + id + "' is not the id of a blob, which is a SHA-256 in" + " 64 lower-case hex digits");
        }
    }

    private static boolean isHex(String id) {
        for (int i = 0; i < id.length(); i++) {
            char c = id.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return true;
    }

    static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new SssException(ErrorCode.INTERNAL, "this Java has no SHA-256", e);
        }
    }
}
