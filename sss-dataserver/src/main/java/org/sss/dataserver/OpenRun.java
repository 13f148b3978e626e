package org.sss.dataserver;

import java.util.Arrays;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;

/** A run that is being written: counts its blocks and checks that they follow each other. One thread at a time. */
final class OpenRun {
    private final int number;
    private final AttemptId attempt;
    private final int sequence;
    private int blocks;
    private long tuples;
    private long dataBytes;
    private long storedBytes;
    private byte[] firstKey;
    private byte[] lastKey = new byte[64];
    private int lastKeyLength;
    private boolean valueOpen;

    OpenRun(int number, AttemptId attempt, int sequence) {
        this.number = number;
        this.attempt = attempt;
        this.sequence = sequence;
    }

    int number() {
        return number;
    }

    int blocks() {
        return blocks;
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when the loaded block cannot come after those before it */
    void checkFollows(BlockIntake block) {
        int order = blocks == 0 ? 1 : block.compareFirstKey(lastKey, lastKeyLength);
        if (order < 0) {
            throw new SssException(ErrorCode.CORRUPT, "block " + blocks + " of " + this
                    + " begins with a key below the last key of the block before; the writer must send sorted blocks in order");
        }
        if (block.continuesPrevious() != valueOpen || valueOpen && order != 0) {
            throw new SssException(ErrorCode.CORRUPT, "block " + blocks + " of " + this + (valueOpen
                    ? " does not go on with the value that the block before began"
                    : " goes on with a value that no block before it began"));
        }
    }

    /** Counts the loaded block as stored. */
    void add(BlockIntake block) {
        if (blocks++ == 0) {
            firstKey = block.firstKey();
        }
        tuples += block.tuples();
        dataBytes += block.dataBytes();
        storedBytes += block.blockBytes();
        valueOpen = block.continuesInNext();
        lastKeyLength = block.lastKeyLength();
        if (lastKey.length < lastKeyLength) {
            lastKey = new byte[2 * lastKeyLength];
        }
        block.copyLastKey(lastKey);
    }

    /** @throws SssException {@link ErrorCode#CORRUPT} when its last value is not complete */
    RunInfo finish() {
        if (valueOpen) {
            throw new SssException(ErrorCode.CORRUPT, this + " ends after " + blocks + " blocks in the middle of a value");
        }
        return new RunInfo(number, attempt, sequence, blocks, tuples, dataBytes, storedBytes, firstKey,
                Arrays.copyOf(lastKey, lastKeyLength));
    }

    @Override
    public String toString() {
        return "run " + sequence + " of attempt " + attempt;
    }
}
