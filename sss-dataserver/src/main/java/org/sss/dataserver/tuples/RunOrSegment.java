package org.sss.dataserver.tuples;

import org.sss.net.block.BigEndian;

/**
 * Identifies a segment or a run in the file of a {@link TupleStore}. Immutable.
 *
 * @param number of the segment or of the run
 */
public record RunOrSegment(long group, int subgroup, int number) {
    private static final int SEGMENT_KEY_BYTES = TupleKeys.segment(0, 0, 0).length;

    /** Returns true if a record, not that of the file, is the manifest of a segment, by its stored key. */
    public static boolean isSegment(byte[] key, int keyBytes) {
        return key[0] == TupleKeys.FILE[0] && keyBytes == SEGMENT_KEY_BYTES;
    }

    public static RunOrSegment segmentOf(byte[] key) {
        return new RunOrSegment(BigEndian.getLong(key, 1), BigEndian.getInt(key, 9), BigEndian.getInt(key, 13));
    }

    public boolean is(long otherGroup, int otherSubgroup, int otherNumber) {
        return group == otherGroup && subgroup == otherSubgroup && number == otherNumber;
    }
}
