package org.sss.dataserver;

import io.netty.buffer.ByteBuf;

/** Blocks for the wire. One thread at a time. */
interface FrameSource extends AutoCloseable {
    /** The next block, owned by the caller; null at the end. */
    ByteBuf next();

    @Override
    void close();
}
