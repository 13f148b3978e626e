package org.sss.http.api;

import java.util.HexFormat;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Where a page of tuples starts. Immutable.
 *
 * @param key  encoded
 * @param done number of its values that were on pages before
 */
record TupleCursor(byte[] key, long done) {
    /** @throws SssException INVALID_ARGUMENT */
    static TupleCursor parse(String text) {
        int dot = text.indexOf('.');
        try {
            return new TupleCursor(
                    HexFormat.of().parseHex(text.substring(dot + 1)), Long.parseLong(text, 1, Math.max(1, dot), 10));
        } catch (IllegalArgumentException | IndexOutOfBoundsException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT, "parameter from=" + text + " is not the 'next' of a page", e);
        }
    }

    @Override
    public String toString() {
        return "k" + done + "." + HexFormat.of().formatHex(key);
    }
}
