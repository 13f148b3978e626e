package org.sss.net.control;

import java.util.Arrays;
import java.util.Base64;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * How many tuples of each subgroup of a group are committed. A subgroup of which a node has nothing can then be
 * distinguished from one that is empty. Immutable.
 *
 * @param packed a number for each subgroup from 0 on, without the zeros at the end: 7 bits a byte, the lowest first,
 *     and the highest bit set in all bytes of a number but its last; all of it in Base64
 */
public record SubgroupTuples(String packed) {
    public static final SubgroupTuples NONE = new SubgroupTuples("");
    private static final int MAX_BYTES = 9;

    /** @param tuples by subgroup, none negative */
    public static SubgroupTuples of(long[] tuples) {
        int used = tuples.length;
        while (used > 0 && tuples[used - 1] == 0) {
            used--;
        }
        if (used == 0) {
            return NONE;
        }
        byte[] bytes = new byte[used * MAX_BYTES];
        int length = 0;
        for (int subgroup = 0; subgroup < used; subgroup++) {
            long rest = tuples[subgroup];
            while (rest > 0x7f) {
                bytes[length++] = (byte) (rest | 0x80);
                rest >>>= 7;
            }
            bytes[length++] = (byte) rest;
        }
        return new SubgroupTuples(Base64.getEncoder().encodeToString(Arrays.copyOf(bytes, length)));
    }

    /**
     * Returns the tuples by subgroup; subgroups beyond the end have none.
     *
     * @throws SssException {@link ErrorCode#PROTOCOL} if {@link #packed} has another form
     */
    public long[] all() {
        byte[] bytes = bytes();
        long[] tuples = new long[bytes.length];
        int used = 0;
        int shift = 0;
        for (byte next : bytes) {
            if (shift > 7 * (MAX_BYTES - 1)) {
                throw malformed(null);
            }
            tuples[used] |= (long) (next & 0x7f) << shift;
            shift += 7;
            if (next >= 0) {
                used++;
                shift = 0;
            }
        }
        if (shift > 0) {
            throw malformed(null);
        }
        return Arrays.copyOf(tuples, used);
    }

    private byte[] bytes() {
        try {
            return Base64.getDecoder().decode(packed);
        } catch (IllegalArgumentException e) {
            throw malformed(e);
        }
    }

    private SssException malformed(Exception cause) {
        String shown = packed.length() <= 40 ? packed : packed.substring(0, 40) + "...";
        return new SssException(
                ErrorCode.PROTOCOL, "'" + shown + "' is not a list of the numbers of tuples of subgroups", cause);
    }
}
