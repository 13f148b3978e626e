package org.sss.benchmarks.measure;

/** When the files of something that was deleted count as gone: other files, such as a journal, grow meanwhile. Stateless. */
public final class Leftover {
    private static final int PART = 10;
    private static final long MOST_BYTES = 1 << 20;

    private Leftover() {
    }

    /**
     * Whether hardly anything is left: a tenth at most, and 1 MiB at most.
     *
     * @param bytesWithout of all files before those were written that were deleted
     * @param bytesWith    before they were deleted
     */
    public static boolean isGone(long bytesWithout, long bytesWith, long bytesNow) {
        return bytesNow - bytesWithout <= Math.min((bytesWith - bytesWithout) / PART, MOST_BYTES);
    }
}
