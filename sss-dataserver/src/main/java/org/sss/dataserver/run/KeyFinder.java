package org.sss.dataserver.run;

/** Finds keys, requested in ascending order, in one run. One thread at a time. */
public interface KeyFinder extends AutoCloseable {
    /**
     * Adds the values of {@code key} to {@code answer}; returns false if they are too large for it.
     *
     * @param hash of the key, by {@link org.sss.net.block.KeyHash}
     */
    boolean find(byte[] key, long hash, AnswerBytes answer);

    @Override
    void close();
}
