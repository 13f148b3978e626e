package org.sss.dataserver;

/** Finds keys, which are asked in ascending order, in one run. One thread at a time. */
interface KeyFinder extends AutoCloseable {
    /** Gives the values of {@code key} to {@code answer}; false when they are too large for it. */
    boolean find(byte[] key, AnswerBytes answer);

    @Override
    void close();
}
