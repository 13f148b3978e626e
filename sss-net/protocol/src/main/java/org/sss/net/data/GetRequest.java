package org.sss.net.data;

import java.util.Arrays;
import org.sss.net.block.BigEndian;
import org.sss.net.control.GroupKey;

/** Collects the keys of one request, see {@link GetFormat}. One thread at a time. */
public final class GetRequest {
    private final int maxBytes;
    private byte[] bytes;
    private int size = GetFormat.REQUEST_HEAD_BYTES;
    private int keys;

    /** @param maxBytes size above which no further key is added, at most {@link GetFormat#MAX_REQUEST_BYTES} */
    public GetRequest(GroupKey group, int maxBytes) {
        this.maxBytes = Math.min(maxBytes, GetFormat.MAX_REQUEST_BYTES);
        bytes = new byte[128];
        BigEndian.putLong(bytes, 0, group.id());
        GroupKey.putIdentity(bytes, GetFormat.IDENTITY_AT, group.identity());
    }

    /**
     * Adds a key of at most 64 KiB - 1, above all earlier ones; returns false and adds nothing if the request is full.
     */
    public boolean add(int subgroup, byte[] key) {
        int end = size + GetFormat.KEY_HEAD_BYTES + key.length;
        if (end > maxBytes && keys > 0) {
            return false;
        }
        if (end > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(end, 2 * bytes.length));
        }
        BigEndian.putInt(bytes, size, subgroup);
        bytes[size + 4] = (byte) (key.length >>> 8);
        bytes[size + 5] = (byte) key.length;
        System.arraycopy(key, 0, bytes, size + GetFormat.KEY_HEAD_BYTES, key.length);
        size = end;
        keys++;
        return true;
    }

    public int keys() {
        return keys;
    }

    public byte[] encode() {
        BigEndian.putInt(bytes, GetFormat.COUNT_AT, keys);
        return Arrays.copyOf(bytes, size);
    }
}
