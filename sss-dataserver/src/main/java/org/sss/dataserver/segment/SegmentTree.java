package org.sss.dataserver.segment;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import org.sss.dataserver.process.DataServerConfig.SegmentFileWriter;

/**
 * The B+tree of a segment file that is being written: records of several runs, in each run in the order of their keys.
 * After an exception it is lost. One thread at a time.
 */
interface SegmentTree extends AutoCloseable {
    /** Offset of a value that is known only when the tree is finished. */
    long UNKNOWN = -1;

    /**
     * Creates a file; when that fails, there is none.
     *
     * @param heads direct memory for the keys of a leaf
     */
    static SegmentTree create(SegmentFileWriter writer, Path file, ByteBuffer heads) throws IOException {
        return switch (writer) {
            case DIRECT -> new DirectTree(file, heads);
            case LIBRARY -> new LibraryTree(file);
        };
    }

    /**
     * Returns true if no leaf is open, or the open one has room for a record of this run with a key of
     * {@code keyBytes}.
     */
    boolean hasRoom(int run, int keyBytes);

    /** Bytes of records that are not written yet; 0 if there are none. */
    long waitingBytes();

    /**
     * Adds a block; its bytes must stay as they are until {@link #flush}.
     *
     * @param block direct
     * @return the offset of its bytes in the file, or {@link #UNKNOWN}
     */
    long add(int run, byte[] key, int keyBytes, ByteBuffer block) throws IOException;

    /** Writes the records that wait. */
    void flush() throws IOException;

    /** Makes the system start to write to the disk; does not wait. */
    void startWriteBack();

    /**
     * Completes the tree.
     *
     * @return the bytes of the file
     */
    long finish() throws IOException;

    /** The file, for appending to it; after {@link #finish}. */
    FileChannel channel();

    /** Offset of block {@code block} of a run whose {@link #add} returned {@code added}; after {@link #finish}. */
    long offset(int run, int block, long added);

    /** Closes the file, finished or not. */
    @Override
    void close() throws IOException;
}
