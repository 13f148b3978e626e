package org.sss.server.shuffle.staged;

import java.nio.file.Path;
import java.util.function.Supplier;
import org.sss.server.shuffle.method.ShuffleMemory;

/** Memory and file for the blocks of one shuffle that wait at a node. Thread-safe. */
public final class StagingMemory implements AutoCloseable {
    private final ShuffleMemory memory;
    private final Supplier<Path> directory;
    /** Guarded by this, like all following fields. */
    private BlockFile file;

    private long usedBytes;
    private long peakBytes;

    public StagingMemory(ShuffleMemory memory, Supplier<Path> directory) {
        this.memory = memory;
        this.directory = directory;
    }

    public boolean take(long bytes) {
        if (!memory.take(bytes)) {
            return false;
        }
        synchronized (this) {
            usedBytes += bytes;
            peakBytes = Math.max(peakBytes, usedBytes);
        }
        return true;
    }

    public void give(long bytes) {
        synchronized (this) {
            usedBytes -= bytes;
        }
        memory.give(bytes);
    }

    /** The file of this shuffle, which is made when it is first needed. */
    synchronized BlockFile file() {
        if (file == null) {
            file = BlockFile.create(directory.get());
        }
        return file;
    }

    synchronized long usedBytes() {
        return usedBytes;
    }

    public synchronized long peakBytes() {
        return peakBytes;
    }

    synchronized long spilledBytes() {
        return file == null ? 0 : file.bytes();
    }

    /** Deletes the file. */
    @Override
    public synchronized void close() {
        if (file != null) {
            file.close();
        }
    }
}
