package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;

/** Blocks for the wire. One thread at a time. */
public interface FrameSource extends AutoCloseable {
    /** The next block, or a sign of life ({@link org.sss.net.control.DataVerbs}), owned by the caller; null at the end. */
    ByteBuf next();

    /**
     * What belongs to the frame that {@link #next} has just given and is still in a file; null mostly, and after it was asked for. The
     * caller's.
     */
    default FileBlocks rest() {
        return null;
    }

    @Override
    void close();
}
