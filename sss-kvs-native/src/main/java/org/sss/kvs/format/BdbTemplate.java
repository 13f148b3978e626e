package org.sss.kvs.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.sss.kvs.library.KvsTuning;
import org.sss.kvs.library.KvsWriter;

/**
 * The header that this build of the library gives to an empty file for blocks: its version, the byte order of its
 * numbers and its sizes. What is written without the library starts with a copy of it. Immutable.
 */
final class BdbTemplate {
    private static final int ALIGNMENT_POWER_AT = 34;
    private static final int BUCKETS_AT = 40;
    private static final int PAGES_AT = 48;
    private static final int TREE_AT = 128;
    private static final int MAX_CHILDREN_AT = TREE_AT + 12;
    private static final int ROOT_AT = TREE_AT + 16;

    private static volatile BdbTemplate ofLibrary; // the same for each file of a process

    private final ByteBuffer header;

    private BdbTemplate(ByteBuffer header) {
        this.header = header;
    }

    /** Reads it from a file that the library makes with a name that is not used yet, and deletes that. */
    static BdbTemplate of(Path unused) throws IOException {
        BdbTemplate known = ofLibrary;
        if (known == null) {
            ByteBuffer header = ByteBuffer.allocate(BdbHeader.BYTES);
            KvsWriter made = KvsWriter.create(unused, KvsTuning.forBlocks());
            try {
                made.close();
                read(unused, header);
            } finally {
                Files.deleteIfExists(unused);
            }
            known = new BdbTemplate(header.order(orderOf(header)));
            ofLibrary = known;
        }
        return known;
    }

    private static void read(Path file, ByteBuffer header) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            while (header.hasRemaining() && channel.read(header) >= 0) {
                // a read may return less than requested
            }
        }
    }

    private static ByteOrder orderOf(ByteBuffer header) {
        return header.getLong(BUCKETS_AT) >>> 32 == 0 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
    }

    ByteOrder order() {
        return header.order();
    }

    int bucketCount() {
        return (int) header.getLong(BUCKETS_AT);
    }

    /** Pages start at multiples of two to this power. */
    int alignmentPower() {
        return header.get(ALIGNMENT_POWER_AT);
    }

    /** The most children of an inner node. */
    int maxChildren() {
        return header.getInt(MAX_CHILDREN_AT);
    }

    int firstPageAt() {
        return (int) header.getLong(BdbHeader.FIRST_PAGE_AT);
    }

    /** The header of a file that is being written: it cannot be opened. */
    ByteBuffer whileOpen() {
        return copy(BdbHeader.BYTES).put(BdbHeader.FLAGS_AT, BdbHeader.FLAG_OPEN);
    }

    /**
     * All bytes before the first page, with the header of the complete file; the caller fills in the buckets after the
     * header.
     */
    ByteBuffer whenClosed(long size, long pages, Tree tree) {
        ByteBuffer copy = copy(firstPageAt())
                .put(BdbHeader.FLAGS_AT, (byte) 0)
                .putLong(PAGES_AT, pages)
                .putLong(BdbHeader.SIZE_AT, size);
        copy.position(ROOT_AT);
        copy.putLong(tree.root).putLong(tree.firstLeaf).putLong(tree.lastLeaf);
        copy.putLong(tree.lastLeafNumber).putLong(tree.nodes).putLong(tree.records);
        return copy.position(BdbHeader.BYTES);
    }

    private ByteBuffer copy(int capacity) {
        ByteBuffer copy = ByteBuffer.allocate(capacity).order(order());
        return copy.put(0, header, 0, BdbHeader.BYTES);
    }

    /** Writes the header fields of the tree. */
    record Tree(long root, long firstLeaf, long lastLeaf, long lastLeafNumber, long nodes, long records) {}
}
