package org.sss.dataserver.merge;

import java.io.IOException;

/** Receives the blocks of committed runs. One thread at a time. */
public interface RunTarget {
    /** Takes over the next block of {@code run}, also when this throws. */
    void take(OpenRun run, BufferedBlock block) throws IOException;

    /**
     * Stores a copy of the next block of {@code run}, which is loaded in {@code validator} and stored at
     * {@code bytes[offset]}.
     */
    void store(OpenRun run, BlockValidator validator, byte[] bytes, int offset) throws IOException;

    /** Takes over a block whose tuples were merged into others. */
    void merged(BufferedBlock block);

    /** Completes the runs of {@code made}. */
    SealResult seal(RunSealing made) throws IOException;
}
