package org.sss.kvs;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.CRC32C;

/**
 * The checksum at the end of a finished file. Stateless, thread-safe.
 *
 * <pre>
 *   0                                       contentBytes   +8              +16    +20      +24      +28         +32
 *   | the file as the writer closed it      | "SSSSEAL\n"  | contentBytes  | crc  | version| 0      | trailerCrc |
 * </pre>
 *
 * <p>Numbers are big-endian; {@code crc} is CRC32C of the content, {@code trailerCrc} of the 28 bytes before it. The tree's
 * header holds the content's size, so Tokyo Cabinet's own tools read a sealed file as before. The seal is a part of the file and
 * so needs no second rename, link or unlink.
 *
 * <p>Why: Tokyo Cabinet takes the sizes inside a page as they are, and a flipped bit in one can end the process. Verifying reads the
 * whole file once, in order, at the speed of the disk or the page cache (the checksum itself is one instruction per 8
 * bytes): do it before the first open of a file in a process, not at every open. Damage after that, in
 * memory, is left to the checksums inside the blocks.
 */
public final class KvsSeal {
    /** Bytes that the seal adds to a file. */
    public static final int BYTES = 32;

    private static final long MAGIC = 0x5353535345414c0aL; // "SSSSEAL\n"
    private static final int VERSION = 1;
    private static final int AT_CRC = 28;
    private static final int CHUNK_BYTES = 256 << 10;
    private static final int AT_FLAGS = 33; // in Tokyo Cabinet's header: 1 = open in a writer, 2 = a write failed

    private KvsSeal() {}

    /**
     * Seals a file after {@link KvsWriter#close()}, and waits until the disk has all of it (renaming it is all that is left).
     *
     * @return bytes of the file with its seal
     * @throws KvsException {@link KvsError#NOT_CLOSED}, {@link KvsError#WRITE_FAILED}, {@link KvsError#SEALED} if it has
     *     one already, {@link KvsError#IO} if it cannot be written, {@link KvsError#NOFILE}
     */
    public static long write(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            long contentBytes = channel.size();
            requireClosed(file, channel);
            if (isTrailer(trailer(channel, contentBytes))) {
                throw new KvsException(KvsError.SEALED, file, "sealing it");
            }
            writeFully(channel, newTrailer(contentBytes, crc(file, channel, contentBytes)), contentBytes);
            channel.force(true);
            return contentBytes + BYTES;
        } catch (IOException e) {
            throw failure(file, "sealing it", e);
        }
    }

    /**
     * Reads the whole file and compares it with its seal.
     *
     * @return bytes of the file without its seal
     * @throws KvsException {@link KvsError#NOT_SEALED} if it has none or lost its end, {@link KvsError#DAMAGED} if a byte
     *     differs, {@link KvsError#IO} if it cannot be read, {@link KvsError#NOFILE}
     */
    public static long verify(Path file) {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            long contentBytes = channel.size() - BYTES;
            ByteBuffer trailer = trailer(channel, channel.size());
            if (!isTrailer(trailer)) {
                throw new KvsException(KvsError.NOT_SEALED, file, "it has " + channel.size() + " bytes");
            }
            requireEqual(file, "content bytes", trailer.getLong(8), contentBytes);
            requireEqual(file, "CRC32C", trailer.getInt(16) & 0xffffffffL, crc(file, channel, contentBytes));
            return contentBytes;
        } catch (IOException e) {
            throw failure(file, "verifying it", e);
        }
    }

    private static void requireClosed(Path file, FileChannel channel) throws IOException {
        ByteBuffer flags = ByteBuffer.allocate(1);
        channel.read(flags, AT_FLAGS);
        if ((flags.get(0) & 1) != 0) {
            throw new KvsException(KvsError.NOT_CLOSED, file, "sealing it");
        }
        if ((flags.get(0) & 2) != 0) {
            throw new KvsException(KvsError.WRITE_FAILED, file, "sealing it");
        }
    }

    private static void requireEqual(Path file, String what, long sealed, long found) {
        if (sealed != found) {
            throw new KvsException(KvsError.DAMAGED, file, what + " sealed: " + sealed + ", found: " + found
                    + "; delete it and take a replica, or write the group again");
        }
    }

    /** The last {@link #BYTES} bytes, or fewer if the file is shorter. */
    private static ByteBuffer trailer(FileChannel channel, long fileBytes) throws IOException {
        ByteBuffer trailer = ByteBuffer.allocate(BYTES);
        long at = Math.max(0, fileBytes - BYTES);
        while (trailer.hasRemaining() && channel.read(trailer, at + trailer.position()) >= 0) {}
        return trailer.flip();
    }

    private static boolean isTrailer(ByteBuffer trailer) {
        return trailer.limit() == BYTES
                && trailer.getLong(0) == MAGIC
                && trailer.getInt(20) == VERSION
                && trailer.getInt(AT_CRC) == trailerCrc(trailer);
    }

    private static ByteBuffer newTrailer(long contentBytes, long crc) {
        ByteBuffer trailer = ByteBuffer.allocate(BYTES);
        trailer.putLong(MAGIC).putLong(contentBytes).putInt((int) crc).putInt(VERSION).putInt(0);
        return trailer.putInt(trailerCrc(trailer)).flip();
    }

    private static int trailerCrc(ByteBuffer trailer) {
        CRC32C crc = new CRC32C();
        crc.update(trailer.array(), 0, AT_CRC);
        return (int) crc.getValue();
    }

    private static long crc(Path file, FileChannel channel, long bytes) throws IOException {
        ByteBuffer chunk = ByteBuffer.allocateDirect((int) Math.min(CHUNK_BYTES, Math.max(1, bytes)));
        CRC32C crc = new CRC32C();
        for (long at = 0; at < bytes; at += chunk.limit()) {
            chunk.clear().limit((int) Math.min(chunk.capacity(), bytes - at));
            readFully(file, channel, chunk, at);
            crc.update(chunk.flip());
        }
        return crc.getValue();
    }

    private static void readFully(Path file, FileChannel channel, ByteBuffer chunk, long at) throws IOException {
        while (chunk.hasRemaining()) {
            if (channel.read(chunk, at + chunk.position()) < 0) {
                throw new KvsException(KvsError.DAMAGED, file, "it became shorter while it was read");
            }
        }
    }

    private static void writeFully(FileChannel channel, ByteBuffer bytes, long at) throws IOException {
        while (bytes.hasRemaining()) {
            channel.write(bytes, at + bytes.position());
        }
    }

    private static KvsException failure(Path file, String action, IOException e) {
        KvsError error = e instanceof NoSuchFileException ? KvsError.NOFILE : KvsError.IO;
        return new KvsException(error, file, action + ": " + e.getMessage(), e);
    }
}
