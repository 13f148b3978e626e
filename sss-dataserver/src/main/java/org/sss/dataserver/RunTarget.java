package org.sss.dataserver;

import java.io.IOException;

/** Where the blocks of committed runs go. One thread at a time. */
interface RunTarget {
    /** Takes the next block of {@code run} over, also when this throws. */
    void take(OpenRun run, HeldBlock block) throws IOException;

    /** Stores a copy of the next block of {@code run}, which is loaded in {@code intake} and lies at {@code bytes[offset]}. */
    void store(OpenRun run, BlockIntake intake, byte[] bytes, int offset) throws IOException;

    /** Takes over a block whose tuples were merged into others. */
    void merged(HeldBlock block);

    /** Completes what was made of the runs that {@code made} has. */
    Sealed seal(RunSealing made) throws IOException;
}
