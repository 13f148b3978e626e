package org.sss.net.transport.ucx;

import java.nio.ByteBuffer;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * What a peer needs to write the memory of a side:
 *
 * <pre>
 *   0            2                 2 + n            10 + n
 *   +------------+-----------------+----------------+----------------
 *   | n u16      | worker address  | ring address   | remote key ...
 *   +------------+-----------------+----------------+----------------
 * </pre>
 */
record UcxDescription(byte[] workerAddress, long ringAddress, byte[] remoteKey) {
    byte[] encode() {
        return ByteBuffer.allocate(Short.BYTES + workerAddress.length + Long.BYTES + remoteKey.length)
                .putShort((short) workerAddress.length)
                .put(workerAddress)
                .putLong(ringAddress)
                .put(remoteKey)
                .array();
    }

    /** @throws SssException if it is malformed */
    static UcxDescription decode(byte[] bytes) {
        ByteBuffer from = ByteBuffer.wrap(bytes);
        int length = from.remaining() < Short.BYTES ? 0 : from.getShort();
        if (length <= 0 || from.remaining() <= length + Long.BYTES) {
            throw new SssException(
                    ErrorCode.PROTOCOL,
                    "the description of a ring of UCX is malformed: it has " + bytes.length + " bytes");
        }
        byte[] worker = new byte[length];
        from.get(worker);
        long ring = from.getLong();
        byte[] key = new byte[from.remaining()];
        from.get(key);
        return new UcxDescription(worker, ring, key);
    }
}
