package org.sss.net.data;

import static org.sss.net.data.GetFormat.KEY_HEAD_BYTES;
import static org.sss.net.data.GetFormat.MAX_REQUEST_BYTES;
import static org.sss.net.data.GetFormat.REQUEST_HEAD_BYTES;

import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BigEndian;
import org.sss.net.control.GroupKey;

/**
 * Iterates over the keys of a request, see {@link GetFormat}. The current key is in {@code array()[keyOffset(), +
 * keyLength())}. A malformed request is a {@link ErrorCode#PROTOCOL} error. One thread at a time.
 */
public final class RequestedKeys {
    private final byte[] bytes;
    private final int count;
    private int done;
    private int at = REQUEST_HEAD_BYTES;
    private int subgroup;
    private int keyOffset;
    private int keyLength;

    public RequestedKeys(byte[] request) {
        bytes = request;
        check(
                bytes.length >= REQUEST_HEAD_BYTES && bytes.length <= MAX_REQUEST_BYTES,
                "it has " + bytes.length + " bytes, not " + REQUEST_HEAD_BYTES + " to " + MAX_REQUEST_BYTES);
        count = BigEndian.getInt(bytes, GetFormat.COUNT_AT);
        check(
                count > 0 && count <= (bytes.length - at) / KEY_HEAD_BYTES,
                "it has " + bytes.length + " bytes for " + Integer.toUnsignedString(count) + " keys");
    }

    public GroupKey group() {
        return new GroupKey(BigEndian.getLong(bytes, 0), GroupKey.getIdentity(bytes, GetFormat.IDENTITY_AT));
    }

    /** Number of keys. */
    public int count() {
        return count;
    }

    /** Moves to the next key; false after the last one. */
    public boolean next() {
        if (done == count) {
            check(at == bytes.length, "it has " + (bytes.length - at) + " bytes after its last key");
            return false;
        }
        check(bytes.length - at >= KEY_HEAD_BYTES, "it ends before key " + done);
        int newSubgroup = BigEndian.getInt(bytes, at);
        int length = (bytes[at + 4] & 0xFF) << 8 | bytes[at + 5] & 0xFF;
        int offset = at + KEY_HEAD_BYTES;
        check(newSubgroup >= 0, "key " + done + " is of subgroup " + newSubgroup);
        check(length <= bytes.length - offset, "it ends within key " + done);
        check(done == 0 || isAbove(newSubgroup, offset, length), "key " + done + " is not above the one before");
        subgroup = newSubgroup;
        keyOffset = offset;
        keyLength = length;
        at = offset + length;
        done++;
        return true;
    }

    private boolean isAbove(int newSubgroup, int offset, int length) {
        return newSubgroup > subgroup
                || newSubgroup == subgroup
                        && Arrays.compareUnsigned(
                                        bytes, offset, offset + length, bytes, keyOffset, keyOffset + keyLength)
                                > 0;
    }

    public int subgroup() {
        return subgroup;
    }

    public byte[] array() {
        return bytes;
    }

    public int keyOffset() {
        return keyOffset;
    }

    public int keyLength() {
        return keyLength;
    }

    private static void check(boolean ok, String what) {
        if (!ok) {
            throw new SssException(ErrorCode.PROTOCOL, "a request for keys is malformed: " + what);
        }
    }
}
