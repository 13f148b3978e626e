package org.sss.dataserver.merge;

import java.io.IOException;

/** Where the blocks of committed runs go. One thread at a time. */
public interface RunTarget {
    /** Takes the next block of {@code run} over, also when this throws. */
    void take(OpenRun run, BufferedBlock block) throws IOException;

    /** Stores a copy of the next block of {@code run}, which is loaded in {@code intake} and lies at {@code bytes[offset]}. */
    void store(OpenRun run, BlockValidator intake, byte[] bytes, int offset) throws IOException;

    /** Takes over a block whose tuples were merged into others. */
    void merged(BufferedBlock block);

    /** Completes what was made of the runs that {@code made} has. */
    SealResult seal(RunSealing made) throws IOException;
}
