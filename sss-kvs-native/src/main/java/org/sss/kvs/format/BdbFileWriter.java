package org.sss.kvs.format;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Map;
import java.util.TreeMap;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsNative;
import org.sss.kvs.library.KvsTuning;

/**
 * Writes a new file of sorted sequences of records, which come in any mixture, in one pass and without the library,
 * which reads it as its own. All keys of a sequence are below those of one with a higher number. After the first
 * exception the file is lost. One thread at a time.
 *
 * <pre>
 *   add, add, ..., flush   a leaf: records of one sequence, written from their buffers by one system call
 *   finish                 inner nodes that are not full, links between the leaves of different sequences, buckets, header
 *
 *   file     header 256 bytes | buckets: u32 offset of the first page | free list, empty
 *            | pages, see {@link BdbLeaf} and {@link BdbNodes}
 * </pre>
 */
public final class BdbFileWriter implements AutoCloseable {
    private final Path file;
    private final FileChannel channel;
    private final BdbTemplate template;
    private final BdbPageTable table;
    private final BdbLeaf leaf;
    private final Map<Integer, Sequence> sequences = new TreeMap<>();
    private Sequence open; // whose leaf is being filled, or null
    private int leaves;
    private int nodes;
    private long records;
    private long end;

    /** One of the sorted sequences. */
    private final class Sequence {
        private final BdbNodes above = new BdbNodes(template.maxChildren(), BdbFileWriter.this::writeNode);
        private final int firstLeaf = ++leaves;
        private int lastLeaf; // 0 while there is none
        private int nextLeaf = firstLeaf; // numbered before it is there, so that the one before can name it
        private long beforeAt; // where the first leaf names the one before
        private long nextAt; // where the last leaf names the next
    }

    private BdbFileWriter(Path file, BdbTemplate template, FileChannel channel, ByteBuffer heads) {
        this.file = file;
        this.template = template;
        this.channel = channel;
        table = new BdbPageTable(template.bucketCount(), template.alignmentPower());
        leaf = new BdbLeaf(heads, template.order(), 1 << template.alignmentPower());
        end = template.firstPageAt();
    }

    /**
     * Creates a file as {@link KvsTuning#forBlocks()} has it; when that fails, there is none.
     *
     * @param heads direct memory for the keys of a leaf, in use while one is open; keys too large for it get memory of
     *     their own
     * @throws java.nio.file.FileAlreadyExistsException if the path exists
     * @throws KvsException if the library cannot make a file there
     */
    public static BdbFileWriter create(Path file, ByteBuffer heads) throws IOException {
        BdbTemplate template = BdbTemplate.of(file);
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        BdbFileWriter created = new BdbFileWriter(file, template, channel, heads);
        boolean done = false;
        try {
            created.writeAt(template.whileOpen(), 0);
            channel.position(created.end);
            done = true;
            return created;
        } finally {
            if (!done) {
                channel.close();
                Files.deleteIfExists(file);
            }
        }
    }

    /** Size of the open leaf. */
    public long openLeafBytes() {
        return open == null ? 0 : leaf.end() - leaf.at();
    }

    /** Returns true if the open leaf, if any, accepts a record with a key of {@code keyBytes} of {@code sequence}. */
    public boolean hasRoom(int sequence, int keyBytes) {
        return open == null || sequences.get(sequence) == open && leaf.hasRoom(keyBytes);
    }

    /**
     * Adds the next record of a sequence to the open leaf, which {@link #hasRoom} it, or starts one. The bytes of the
     * value must stay as they are until the leaf is flushed.
     *
     * @param value direct
     * @return the offset of the value in the file
     */
    public long add(int sequence, byte[] key, int keyBytes, ByteBuffer value) {
        if (open == null) {
            open = sequences.computeIfAbsent(sequence, s -> new Sequence());
            leaf.start(BdbPageTable.leafName(open.nextLeaf), end);
        }
        records++;
        return leaf.add(key, keyBytes, value);
    }

    /** Writes the open leaf, if there is one. */
    public void flush() throws IOException {
        if (open == null) {
            return;
        }
        Sequence of = open;
        open = null;
        int number = of.nextLeaf;
        of.nextLeaf = ++leaves;
        leaf.write(channel, of.lastLeaf, of.nextLeaf);
        if (of.lastLeaf == 0) {
            of.beforeAt = leaf.beforeAt();
        }
        of.nextAt = leaf.nextAt();
        of.lastLeaf = number;
        link(number, BdbPageTable.leafName(number), leaf.at(), leaf.end());
        if (leaf.records() > 0) {
            of.above.add(number, leaf.firstKey());
        }
    }

    /** A page was written. */
    private void link(int number, byte[] name, long at, long pageEnd) throws IOException {
        end = pageEnd + (-pageEnd & (1L << template.alignmentPower()) - 1);
        long linkAt = table.add(number, name, at);
        if (linkAt >= 0) {
            writeAt(ByteBuffer.allocate(4).order(template.order()).putInt(0, table.link(at)), linkAt);
        }
    }

    private int writeNode(byte[] node) throws IOException {
        byte[] name = BdbPageTable.nodeName(++nodes);
        ByteArrayOutputStream page = new ByteArrayOutputStream(node.length + 512);
        ByteBuffer head = ByteBuffer.allocate(BdbLeaf.LINKS_END + 2).order(template.order());
        head.put(BdbLeaf.PAGE).put(BdbPageTable.hash(name));
        ByteArrayOutputStream body = new ByteArrayOutputStream(32);
        BdbNodes.putNumber(body, name.length);
        BdbNodes.putNumber(body, node.length);
        body.writeBytes(name);
        long pageEnd = end + head.capacity() + body.size() + node.length;
        int padding = (int) (-pageEnd & (1L << template.alignmentPower()) - 1);
        page.writeBytes(head.putShort(BdbLeaf.LINKS_END, (short) padding).array());
        page.writeBytes(body.toByteArray());
        page.writeBytes(node);
        page.writeBytes(new byte[padding]);
        for (ByteBuffer left = ByteBuffer.wrap(page.toByteArray()); left.hasRemaining(); ) {
            channel.write(left);
        }
        link(-nodes, name, end, pageEnd);
        return nodes;
    }

    /**
     * Completes the file, which stays open: what is appended to it from here on is ignored by the library.
     *
     * @return the bytes of the file
     */
    public long finish() throws IOException {
        flush();
        if (sequences.isEmpty()) {
            open = new Sequence();
            sequences.put(0, open);
            leaf.start(BdbPageTable.leafName(open.nextLeaf), end);
            flush();
        }
        Sequence last = linkSequences();
        long root = records == 0 ? last.lastLeaf : root();
        Sequence first = sequences.values().iterator().next();
        BdbTemplate.Tree tree = new BdbTemplate.Tree(root, first.firstLeaf, last.lastLeaf, leaves, nodes, records);
        ByteBuffer front = template.whenClosed(end, table.pages(), tree);
        table.putBuckets(front);
        writeAt(front.clear(), 0);
        return end;
    }

    /** Returns the last one. */
    private Sequence linkSequences() throws IOException {
        Sequence before = null;
        for (Sequence sequence : sequences.values()) {
            if (before != null) {
                writeAt(BdbLeaf.wide(before.lastLeaf), sequence.beforeAt);
                writeAt(BdbLeaf.wide(sequence.firstLeaf), before.nextAt);
            }
            before = sequence;
        }
        writeAt(BdbLeaf.wide(0), before.nextAt);
        return before;
    }

    /** A tree above the trees of the sequences, which need not be of the same height. */
    private long root() throws IOException {
        BdbNodes roots = new BdbNodes(template.maxChildren(), this::writeNode);
        for (Sequence sequence : sequences.values()) {
            byte[] key = sequence.above.firstKey();
            roots.add(sequence.above.finish(), key);
        }
        return roots.finish();
    }

    private void writeAt(ByteBuffer bytes, long at) throws IOException {
        for (long next = at; bytes.hasRemaining(); ) {
            next += channel.write(bytes, next);
        }
    }

    /** The file: for appending to it when it is finished. */
    public FileChannel channel() {
        return channel;
    }

    /** Starts writing the data to disk without waiting, so that a later sync has less to do. */
    public void startWriteBack() {
        KvsNative.startWriteBackOf(KvsNative.bytes(file));
    }

    /** Closes the file, finished or not. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
