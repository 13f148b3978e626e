package org.sss.dataserver.run;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.SubBlockIndex;
import org.sss.net.block.EntryReader;

/** Finds keys in parts of blocks, without the rest of these. One thread at a time; reused. */
final class PartReader {
    private static final int FIRST_BYTES = 4 << 10;

    private final EntryReader entries = new EntryReader();
    private final CRC32C crc = new CRC32C();
    private byte[] bytes = new byte[FIRST_BYTES];

    /** Gives the values of {@code key} in block {@code number} to {@code answer}; false when they are too large for it. */
    boolean find(BlockRun run, int number, SubBlockIndex parts, byte[] key, AnswerBytes answer) {
        int first = parts.first(key);
        int end = parts.end(key);
        if (first >= end) {
            return true;
        }
        int length = parts.offset(end) - parts.offset(first);
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        run.readPart(number, parts.offset(first), bytes, length);
        try {
            check(parts, first, end);
            entries.reset(bytes, 0, length);
            return walk(key, answer);
        } catch (SssException e) {
            throw e.code() != ErrorCode.CORRUPT ? e : run.corrupt("block " + number + ": " + e.getMessage(), e);
        }
    }

    private void check(SubBlockIndex parts, int first, int end) {
        int from = parts.offset(first);
        for (int part = first; part < end; part++) {
            crc.reset();
            crc.update(bytes, parts.offset(part) - from, parts.offset(part + 1) - parts.offset(part));
            if ((int) crc.getValue() != parts.checksum(part)) {
                throw new SssException(ErrorCode.CORRUPT, String.format("the checksum of its bytes %d to %d is %08x, and was %08x"
                        + " when the block was read before", parts.offset(part), parts.offset(part + 1), (int) crc.getValue(),
                        parts.checksum(part)));
            }
        }
    }

    private boolean walk(byte[] key, AnswerBytes answer) {
        boolean found = false;
        while (entries.next()) {
            if (entries.isNewKey()) {
                int order = Arrays.compareUnsigned(bytes, entries.keyOffset(), entries.keyOffset() + entries.keyLength(), key, 0, key.length);
                if (order > 0) {
                    return true;
                }
                found = order == 0;
            }
            if (found && !answer.add(bytes, entries.valueOffset(), entries.valueLength())) {
                return false;
            }
        }
        return true;
    }

    int memoryBytes() {
        return bytes.length;
    }
}
