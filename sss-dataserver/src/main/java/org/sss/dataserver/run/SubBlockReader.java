package org.sss.dataserver.run;

import java.util.Arrays;
import java.util.zip.CRC32C;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.index.SubBlockIndex;
import org.sss.net.block.EntryReader;

/** Finds keys in sub-blocks without reading the rest of their blocks. One thread at a time; reused. */
final class SubBlockReader {
    private static final int FIRST_BYTES = 4 << 10;

    private final EntryReader entries = new EntryReader();
    private final CRC32C crc = new CRC32C();
    private byte[] bytes = new byte[FIRST_BYTES];

    /**
     * Adds the values of {@code key} in block {@code number} to {@code answer}; returns false if they are too large for
     * it.
     */
    boolean find(BlockRun run, int number, SubBlockIndex subBlocks, byte[] key, AnswerBytes answer) {
        int first = subBlocks.first(key);
        int end = subBlocks.end(key);
        if (first >= end) {
            return true;
        }
        int length = subBlocks.offset(end) - subBlocks.offset(first);
        if (bytes.length < length) {
            bytes = new byte[length];
        }
        run.readBytes(number, subBlocks.offset(first), bytes, length);
        try {
            check(subBlocks, first, end);
            entries.reset(bytes, 0, length);
            return walk(key, answer);
        } catch (SssException e) {
            throw e.code() != ErrorCode.CORRUPT ? e : run.corrupt("block " + number + ": " + e.getMessage(), e);
        }
    }

    private void check(SubBlockIndex subBlocks, int first, int end) {
        int from = subBlocks.offset(first);
        for (int subBlock = first; subBlock < end; subBlock++) {
            crc.reset();
            crc.update(
                    bytes,
                    subBlocks.offset(subBlock) - from,
                    subBlocks.offset(subBlock + 1) - subBlocks.offset(subBlock));
            if ((int) crc.getValue() != subBlocks.checksum(subBlock)) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        String.format(
                                "the checksum of its bytes %d to %d is %08x, and was %08x"
                                        + " when the block was read before",
                                subBlocks.offset(subBlock),
                                subBlocks.offset(subBlock + 1),
                                (int) crc.getValue(),
                                subBlocks.checksum(subBlock)));
            }
        }
    }

    private boolean walk(byte[] key, AnswerBytes answer) {
        boolean found = false;
        while (entries.next()) {
            if (entries.isNewKey()) {
                int order = Arrays.compareUnsigned(
                        bytes, entries.keyOffset(), entries.keyOffset() + entries.keyLength(), key, 0, key.length);
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
