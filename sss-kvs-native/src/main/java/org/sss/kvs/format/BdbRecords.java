package org.sss.kvs.format;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.sss.kvs.library.KvsError;
import org.sss.kvs.library.KvsException;

/**
 * Finds the records of a closed file and the offsets of their values in it, by reading the file's structure and not by
 * the library: a value is one range of bytes, so a caller that knows the range can read it with one system call. Reads
 * headers and keys only, some 4 KiB at a time. One thread at a time.
 *
 * <pre>
 *   file       header 256 bytes (flags at 33, options 36, size 56, first record 64) | buckets | free list | pages
 *   page       u8 C8, u8 hash, 2 links of u32 (u64 with option 1), u16 padding bytes, number key bytes, number value bytes,
 *              key, value, padding          key: "#..." inner node, else a leaf
 *   free page  u8 B0, u32 bytes of it all
 *   leaf       number of the leaf before, of the next; then records: number key bytes, value bytes, 0, key, value
 * </pre>
 *
 * <p>A "number" is seven bits a byte, lowest first, all bytes but the last with their bits inverted. The others are in
 * the byte order of the machine or swapped (Debian's build); the header specifies it.
 */
public final class BdbRecords {
    private static final int PAGE = 0xC8;
    private static final int FREE_PAGE = 0xB0;
    private static final int FREE_PAGE_HEADER_BYTES = 5;
    private static final int NODE = '#';
    /**
     * Keys that are written here have at most some 131 KiB; damaged bytes may say anything, and are not to take memory.
     */
    private static final int MAX_KEY_BYTES = 1 << 20;

    /** Is given each record once, in the order of the file, which is not that of the keys. */
    @FunctionalInterface
    public interface Visitor {
        /**
         * @param key     its bytes are {@code key[0, keyBytes)}, until this returns
         * @param valueAt offset of the value in the file
         * @param head    the first bytes of the value between position and limit, until this returns
         */
        void record(byte[] key, int keyBytes, long valueAt, int valueBytes, ByteBuffer head);
    }

    private final FileWindow bytes;
    private final BdbHeader header;
    private final int headBytes;
    private final Visitor visitor;
    private byte[] key = new byte[256];
    private long records;

    BdbRecords(FileWindow bytes, BdbHeader header, int headBytes, Visitor visitor) {
        this.bytes = bytes;
        this.header = header;
        this.headBytes = headBytes;
        this.visitor = visitor;
    }

    /**
     * Visits all records of a file that its writer has closed; bytes that were appended to it since are ignored.
     *
     * @param headBytes how many bytes of each value the visitor wants to see
     * @return the number of records
     * @throws KvsException {@link KvsError#NOT_CLOSED}, {@link KvsError#WRITE_FAILED}, {@link KvsError#META},
     *     {@link KvsError#DAMAGED}, {@link KvsError#NOFILE}, {@link KvsError#IO}; also when some records were visited
     */
    public static long walk(Path file, int headBytes, Visitor visitor) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            FileWindow bytes = new FileWindow(channel, file);
            BdbRecords walk = new BdbRecords(bytes, BdbHeader.read(bytes, channel.size()), headBytes, visitor);
            walk.pages();
            return walk.records;
        } catch (NoSuchFileException e) {
            throw new KvsException(KvsError.NOFILE, file, "finding its records", e);
        } catch (IOException e) {
            throw new KvsException(KvsError.IO, file, "finding its records: " + e.getMessage(), e);
        }
    }

    /**
     * Checks the header of a file that its writer has closed, including the unused bytes.
     *
     * @param contentBytes without what was appended to the file since
     * @throws KvsException {@link KvsError#NOT_CLOSED}, {@link KvsError#WRITE_FAILED}, {@link KvsError#META}, {@link
     *     KvsError#NOFILE}, {@link KvsError#IO}
     */
    public static void checkHeader(Path file, long contentBytes) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            BdbHeader.check(new FileWindow(channel, file), channel.size(), contentBytes);
        } catch (NoSuchFileException e) {
            throw new KvsException(KvsError.NOFILE, file, "checking its header", e);
        } catch (IOException e) {
            throw new KvsException(KvsError.IO, file, "checking its header: " + e.getMessage(), e);
        }
    }

    private void pages() throws IOException {
        bytes.moveTo(header.firstPageAt());
        while (bytes.at() < header.contentBytes()) {
            next();
        }
        if (bytes.at() != header.contentBytes()) {
            throw bytes.damaged("its last page ends at " + bytes.at() + ", its content at " + header.contentBytes());
        }
    }

    /** Moves to the end of the page that starts here. */
    private void next() throws IOException {
        long at = bytes.at();
        int kind = bytes.u8();
        if (kind == PAGE) {
            page(at);
        } else if (kind == FREE_PAGE) {
            freePage(at);
        } else {
            throw bytes.damaged("no page starts at offset " + at);
        }
    }

    private void freePage(long at) throws IOException {
        long size = header.u32(bytes);
        if (size < FREE_PAGE_HEADER_BYTES) {
            throw bytes.damaged("a free page of " + size + " bytes at offset " + at);
        }
        bytes.moveTo(at + size);
    }

    private void page(long at) throws IOException {
        bytes.moveTo(at + 2 + header.linkBytes());
        int padding = header.u16(bytes);
        long keyBytes = bytes.number();
        long valueBytes = bytes.number();
        long valueAt = bytes.at() + keyBytes;
        long end = valueAt + valueBytes;
        if (keyBytes == 0 || end + padding > header.contentBytes()) {
            throw bytes.damaged("the page at offset " + at + " passes the end");
        }
        if (bytes.u8() != NODE) {
            bytes.moveTo(valueAt);
            leaf(end);
        }
        bytes.moveTo(end + padding);
    }

    private void leaf(long end) throws IOException {
        bytes.number();
        bytes.number();
        while (bytes.at() < end) {
            record(end);
        }
    }

    private void record(long end) throws IOException {
        long at = bytes.at();
        long keyBytes = bytes.number();
        long valueBytes = bytes.number();
        long others = bytes.number();
        long valueAt = bytes.at() + keyBytes;
        if (keyBytes > MAX_KEY_BYTES) {
            throw bytes.damaged("the record at offset " + at + " has a key of " + keyBytes + " bytes");
        }
        if (others != 0 || valueBytes > Integer.MAX_VALUE || valueAt + valueBytes > end) {
            throw bytes.damaged("the record at offset " + at + " passes the end of its page");
        }
        if (key.length < keyBytes) {
            key = new byte[Math.max((int) keyBytes, 2 * key.length)];
        }
        bytes.get(key, (int) keyBytes);
        visitor.record(
                key, (int) keyBytes, valueAt, (int) valueBytes, bytes.peek((int) Math.min(headBytes, valueBytes)));
        records++;
        bytes.moveTo(valueAt + valueBytes);
    }
}
