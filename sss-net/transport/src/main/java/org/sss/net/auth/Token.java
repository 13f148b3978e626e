package org.sss.net.auth;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.HexFormat;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** The secret of a client. Immutable. Its text is secret; {@link #toString} is not. */
public final class Token {
    private static final int ID_BYTES = 4;
    private static final int REALM_BYTES = 16;
    private static final int SECRET_BYTES = 32;
    private static final Pattern ID = Pattern.compile("[0-9a-f]{8}");
    private static final Pattern TEXT = Pattern.compile("sss1\\.([0-9a-f]{32})\\.([0-9a-f]{8})\\.([A-Za-z0-9_-]{43})");
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String realm;
    private final String id;
    private final byte[] secret;
    private volatile Keys keys;

    private Token(String realm, String id, byte[] secret) {
        this.realm = realm;
        this.id = id;
        this.secret = secret;
    }

    /**
     * Makes a token of random bytes.
     *
     * @param realm of the cluster that shall accept it
     */
    public static Token random(String realm) {
        return new Token(realm, hex(ID_BYTES), bytes(SECRET_BYTES));
    }

    /** Returns the random identifier of a new realm. */
    public static String newRealm() {
        return hex(REALM_BYTES);
    }

    /** @throws SssException {@link ErrorCode#INVALID_ARGUMENT}, without the text, if it is not a token */
    public static Token parse(String text) {
        Matcher matcher = TEXT.matcher(text);
        if (text.startsWith(BearerToken.START)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a line is a token for HTTP, which only programs that speak HTTP use; 'sss security token' without"
                            + " --http makes one for a token file");
        }
        if (!matcher.matches()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a line is not a token (sss1.REALM.ID.SECRET)");
        }
        return new Token(
                matcher.group(1), matcher.group(2), Base64.getUrlDecoder().decode(matcher.group(3)));
    }

    /** Returns the text that {@link #parse} reads. It is secret. */
    public String text() {
        return "sss1." + realm + "." + id + "."
                + Base64.getUrlEncoder().withoutPadding().encodeToString(secret);
    }

    /** The cluster that accepts it. */
    public String realm() {
        return realm;
    }

    public String id() {
        return id;
    }

    static boolean isText(String text) {
        return TEXT.matcher(text).matches();
    }

    static boolean isId(String text) {
        return ID.matcher(text).matches();
    }

    /** Computed once, as the first use of Java's cryptography takes long. */
    Keys keys() {
        Keys known = keys;
        if (known == null) {
            known = Keys.of(secret);
            keys = known;
        }
        return known;
    }

    private static String hex(int count) {
        return HexFormat.of().formatHex(bytes(count));
    }

    private static byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        RANDOM.nextBytes(bytes);
        return bytes;
    }

    @Override
    public String toString() {
        return "token " + id;
    }
}
