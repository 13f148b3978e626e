package org.sss.net.testing;

import java.util.Map;

/**
 * A decoder of bytes from a peer, to be tested with arbitrary bytes. Used by one thread.
 *
 * <p>To add one, implement this interface and add a line in the {@link FuzzContract} of its module.
 */
public interface FuzzTarget {
    /**
     * Decodes {@code input} as far as possible. An input that is neither accepted nor rejected by an SssException
     * throws another exception or error: a bug.
     *
     * @return true if all of it was accepted; false if it was rejected by an SssException
     */
    boolean accepts(byte[] input) throws Exception;

    /** Valid inputs written by the current code, by name: the start of a search for invalid ones. */
    Map<String, byte[]> seeds();

    /** Name of the directory of the seeds. */
    default String name() {
        return getClass().getSimpleName();
    }
}
