package org.sss.net.control;

import java.util.HexFormat;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Identifies a group in files and messages: a number, and 128 random bits that distinguish it from every other group
 * that ever had the number. The coordinator sends it only to peers that may use the group, messages do not contain it,
 * and for a token that is restricted to some groups, a data server also asks for the current name of the group. Numbers
 * are unique as long as no journal is restored from a backup; identities always are.
 *
 * @param identity 32 lower-case hexadecimal digits; {@link #NO_IDENTITY} if unspecified
 */
public record GroupKey(long id, String identity) {
    /** Matches only itself, like any other identity. */
    public static final String NO_IDENTITY = "0".repeat(32);
    /** Bytes of an identity in a binary message. */
    public static final int IDENTITY_BYTES = 16;

    public GroupKey {
        identity = identityOrNone(identity);
    }

    /** A group without identity. */
    public static GroupKey of(long id) {
        return new GroupKey(id, NO_IDENTITY);
    }

    /** @throws SssException {@link ErrorCode#PROTOCOL} if it is malformed: it becomes a component of a file name */
    public static String identityOrNone(String identity) {
        if (identity == null) {
            return NO_IDENTITY;
        }
        if (!isIdentity(identity)) {
            throw new SssException(
                    ErrorCode.PROTOCOL, "the identity of a group is 32 hexadecimal digits, not '" + identity + "'");
        }
        return identity;
    }

    private static boolean isIdentity(String text) {
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if ((c < '0' || c > '9') && (c < 'a' || c > 'f')) {
                return false;
            }
        }
        return text.length() == 2 * IDENTITY_BYTES;
    }

    /** Writes the identity as {@link #IDENTITY_BYTES} bytes. */
    public static void putIdentity(byte[] to, int at, String identity) {
        System.arraycopy(HexFormat.of().parseHex(identity), 0, to, at, IDENTITY_BYTES);
    }

    public static String getIdentity(byte[] from, int at) {
        return HexFormat.of().formatHex(from, at, at + IDENTITY_BYTES);
    }

    /**
     * Compares this requested group with the identity stored under its number.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} if it is another group
     */
    public void checkIs(String stored) {
        if (!identity.equals(stored)) {
            throw new SssException(
                    ErrorCode.CORRUPT,
                    "group " + id + " is another group on this node, with another"
                            + " identity. The journal of the coordinator and the data of this node are of different "
                            + "times;"
                            + " see 'Restore a journal' in docs/operations.md");
        }
    }

    /** Without the identity, since messages may reach those who must not know it. */
    @Override
    public String toString() {
        return Long.toString(id);
    }
}
