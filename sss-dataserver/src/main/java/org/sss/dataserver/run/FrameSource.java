package org.sss.dataserver.run;

import io.netty.buffer.ByteBuf;

/** Blocks for the wire. One thread at a time. */
public interface FrameSource extends AutoCloseable {
    /**
     * Returns the next block, or a sign of life ({@link org.sss.net.control.DataVerbs}), owned by the caller; null at
     * the end.
     */
    ByteBuf next();

    /**
     * Returns the rest of the frame that {@link #next} has just returned, which is still in a file; usually null, and
     * null at a second call. The caller owns it.
     */
    default FileBlocks rest() {
        return null;
    }

    @Override
    void close();
}
