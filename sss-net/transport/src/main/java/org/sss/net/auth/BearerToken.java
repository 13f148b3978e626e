package org.sss.net.auth;

import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.SssException;
import org.sss.net.peer.Unauthenticated;

/**
 * The secret of a program that speaks HTTP. Unlike that of a {@link Token} it is sent whole with each request, so it is
 * of another kind: neither is accepted in place of the other. Immutable. Its text is secret; {@link #toString} is not.
 */
public final class BearerToken {
    /** Start of its text. */
    static final String START = "sssh1.";

    private static final int ID_BYTES = 4;
    private static final int SECRET_BYTES = 32;
    private static final Pattern TEXT = Pattern.compile("sssh1\\.([0-9a-f]{8})\\.([A-Za-z0-9_-]{43})");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String id;
    private final byte[] secret;

    private BearerToken(String id, byte[] secret) {
        this.id = id;
        this.secret = secret;
    }

    /** Makes one of random bytes. */
    public static BearerToken random() {
        return new BearerToken(HexFormat.of().formatHex(bytes(ID_BYTES)), bytes(SECRET_BYTES));
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    /** @throws SssException {@link org.sss.api.ErrorCode#UNAUTHENTICATED}, without the text, if it is not one */
    public static BearerToken parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (matcher.matches()) {
            return new BearerToken(matcher.group(1), Base64.getUrlDecoder().decode(matcher.group(2)));
        }
        throw Unauthenticated.error(
                Token.isText(text)
                        ? "this is a token of a token file, which must not be sent over HTTP; revoke it if others may"
                                + " have seen it, and make one for HTTP by 'sss security token --http'"
                        : "the header Authorization has no token for HTTP (sssh1.ID.SECRET); make one by 'sss security"
                                + " token --http'");
    }

    /** Returns the text that {@link #parse} reads. It is secret. */
    public String text() {
        return START + id + "." + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    public String id() {
        return id;
    }

    /** What the cluster keeps of it. */
    byte[] stored() {
        return Keys.sha256(secret);
    }

    boolean isOf(TokenEntry entry) {
        return entry.isForHttp()
                && MessageDigest.isEqual(stored(), entry.verifier().stored());
    }

    @Override
    public String toString() {
        return "token " + id;
    }
}
