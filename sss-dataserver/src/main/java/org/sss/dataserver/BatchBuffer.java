package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;

/**
 * Direct memory that the runs of one scan read into, one after the other. One thread at a time. Freed when the last of
 * its users has let it go.
 */
final class BatchBuffer {
    private ByteBuf memory;
    private int users;

    BatchBuffer(int bytes) {
        memory = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
    }

    BatchBuffer use() {
        users++;
        return this;
    }

    /** Memory of at least {@code bytes}; what was in it is lost. */
    ByteBuf ensure(int bytes) {
        if (memory.capacity() < bytes) {
            memory.release();
            memory = PooledByteBufAllocator.DEFAULT.directBuffer(bytes);
        }
        return memory;
    }

    void release() {
        if (--users == 0) {
            memory.release();
        }
    }
}
