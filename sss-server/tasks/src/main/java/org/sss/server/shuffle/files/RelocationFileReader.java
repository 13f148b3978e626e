package org.sss.server.shuffle.files;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataFile;
import org.sss.net.block.BlockFormat;

/**
 * Reads one {@link RelocationFile}. Open until all users have closed it: it counts them. Thread-safe, except {@link
 * #runs}.
 */
final class RelocationFileReader implements Closeable {
    private final Path path;
    private final DataFile file;
    /** Guarded by this. */
    private int users = 1;

    /** A run: its blocks, in order. */
    record RunKey(int source, int sequence) implements Comparable<RunKey> {
        @Override
        public int compareTo(RunKey other) {
            return source != other.source
                    ? Integer.compare(source, other.source)
                    : Integer.compare(sequence, other.sequence);
        }
    }

    /** Where a block is. */
    record Block(long offset, int length) {}

    private RelocationFileReader(Path path, DataFile file) {
        this.path = path;
        this.file = file;
    }

    /** Checks that a file was written by the user of the nodes. */
    interface OwnerCheck {
        void check(Path file) throws IOException;
    }

    /** @throws SssException if it does not exist: the node that wrote it has started again since */
    static RelocationFileReader open(Path path, OwnerCheck owner) {
        try {
            owner.check(path);
            return new RelocationFileReader(path, DataFile.open(path));
        } catch (NoSuchFileException e) {
            throw new SssException(
                    ErrorCode.CLOSED,
                    path + ", with tuples that did not fit into the memory of a node, does not exist any more: the"
                            + " node that wrote it has started again, or somebody has deleted it (shuffle.spill.dir)",
                    e);
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    /** Adds the runs of a subgroup to {@code runs}. */
    void runs(int subgroup, SortedMap<RunKey, List<Block>> runs) {
        try {
            long bytes = file.bytes();
            ByteBuffer end = read(bytes - RelocationFile.END_BYTES, RelocationFile.END_BYTES, bytes);
            long listAt = end.getLong();
            int count = end.getInt();
            if (end.getInt() != RelocationFile.MAGIC
                    || count < 0
                    || listAt + (long) count * RelocationFile.ENTRY_BYTES + RelocationFile.END_BYTES != bytes) {
                throw damaged("has no valid end");
            }
            ByteBuffer list = read(listAt, count * RelocationFile.ENTRY_BYTES, bytes);
            for (int i = 0; i < count; i++) {
                int of = list.getInt();
                RunKey run = new RunKey(list.getInt(), list.getInt());
                Block block = block(list.getInt(), list.getLong(), listAt);
                if (of == subgroup) {
                    runs.computeIfAbsent(run, key -> new ArrayList<>()).add(block);
                }
            }
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private Block block(int length, long offset, long limit) {
        if (length < BlockFormat.HEADER_BYTES
                || length > BlockFormat.MAX_BLOCK_BYTES
                || offset < 0
                || offset + length > limit) {
            throw damaged("lists a block of " + length + " bytes at offset " + offset);
        }
        return new Block(offset, length);
    }

    private ByteBuffer read(long offset, int length, long bytes) throws IOException {
        if (offset < 0 || offset + length > bytes) {
            throw damaged("has only " + bytes + " bytes");
        }
        ByteBuffer into = ByteBuffer.allocate(length);
        file.read(into, offset);
        return into.flip();
    }

    /** Reads a block into {@code into[0, length)}. */
    void read(Block block, byte[] into) {
        try {
            file.read(ByteBuffer.wrap(into, 0, block.length()), block.offset());
        } catch (IOException e) {
            throw failed(path, e);
        }
    }

    private SssException damaged(String what) {
        return new SssException(
                ErrorCode.CORRUPT,
                path + ", with tuples that did not fit into the memory of a node, " + what
                        + "; run the workflow again (shuffle.spill.dir)");
    }

    private static SssException failed(Path path, IOException e) {
        return new SssException(
                ErrorCode.STORAGE,
                "cannot read " + path + ", with tuples that did not fit into the memory of a node"
                        + " (shuffle.spill.dir): " + e,
                e);
    }

    synchronized void use() {
        users++;
    }

    @Override
    public void close() {
        synchronized (this) {
            if (--users > 0) {
                return;
            }
        }
        try {
            file.close();
        } catch (IOException e) {
            throw failed(path, e);
        }
    }
}
