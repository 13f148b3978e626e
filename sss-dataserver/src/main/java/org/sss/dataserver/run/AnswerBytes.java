package org.sss.dataserver.run;

import org.sss.api.ByteSink;
import org.sss.net.block.BigEndian;
import org.sss.net.data.GetFormat;

/** Encodes answers to keys in the format of {@link GetFormat}. One thread at a time. */
public final class AnswerBytes {
    private final ByteSink bytes = new ByteSink(256);
    private int keyAt;
    private int values;
    private boolean tooLarge;

    public void nothingHere() {
        bytes.writeInt(GetFormat.NOTHING_HERE);
    }

    public void startKey() {
        keyAt = bytes.size();
        values = 0;
        tooLarge = false;
        bytes.writeInt(0);
    }

    /**
     * Adds the next value of the key; returns false if the values are too many for an answer, and then no more are
     * needed.
     */
    public boolean add(byte[] array, int offset, int length) {
        if (tooLarge || (long) bytes.size() - keyAt + length > GetFormat.MAX_VALUES_BYTES) {
            return tooLarge();
        }
        bytes.writeInt(length);
        bytes.write(array, offset, length);
        values++;
        return true;
    }

    /** Reports that a value of the key is too large for an answer; returns false, as {@link #add} does. */
    public boolean tooLarge() {
        tooLarge = true;
        bytes.truncate(keyAt + 4);
        return false;
    }

    boolean isTooLarge() {
        return tooLarge;
    }

    public void endKey() {
        BigEndian.putInt(bytes.array(), keyAt, tooLarge ? GetFormat.TOO_LARGE : values);
    }

    public int size() {
        return bytes.size();
    }

    public byte[] array() {
        return bytes.array();
    }

    public byte[] toByteArray() {
        return bytes.toByteArray();
    }

    public void clear() {
        bytes.clear();
    }
}
