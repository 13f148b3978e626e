package org.sss.net.testing;

import java.util.Map;

/**
 * A decoder of bytes that somebody else wrote, to be tried with any bytes at all. Used by one thread.
 *
 * <p>A new one is a class that implements this and a line in the {@link FuzzContract} of its module.
 */
public interface FuzzTarget {
    /**
     * Decodes {@code input} as far as it goes. Whatever is neither taken nor refused as it should be comes out as an
     * exception or error: a defect.
     *
     * @return whether all of it was taken; false when it was refused by an SssException
     */
    boolean accepts(byte[] input) throws Exception;

    /** Good inputs as the code of today writes them, by name: where a search for bad ones begins. */
    Map<String, byte[]> seeds();

    /** Names the directory of the seeds. */
    default String name() {
        return getClass().getSimpleName();
    }
}
