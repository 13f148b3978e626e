package org.sss.dataserver.run;

/** Finds keys, which are asked in ascending order, in one run. One thread at a time. */
public interface KeyFinder extends AutoCloseable {
    /**
     * Gives the values of {@code key} to {@code answer}; false when they are too large for it.
     *
     * @param hash of the key, by {@link org.sss.net.block.KeyHash}
     */
    boolean find(byte[] key, long hash, AnswerBytes answer);

    @Override
    void close();
}
