package org.sss.server.coordinator.state;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.List;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * A file of lines to which lines are added: {@code CRC32C in 8 hex digits, space, text, line feed}. Thread-safe; several
 * threads that {@link #sync} at once share one fsync. After a failed fsync the journal refuses everything, because nobody
 * can tell what is on the disk then.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final int READ_BYTES = 64 << 10;

    private final Path file;
    private final Object syncLock = new Object();
    /** Replaced under both locks. */
    private volatile FileChannel channel;
    /** Position of the end of the last whole line. Positions go on where the file begins anew. Guarded by this. */
    private long written;
    /** Position at which the file begins. Guarded by this. */
    private long begin;
    /** Guarded by syncLock. */
    private long synced;
    private volatile SssException broken;

    private Journal(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.written = channel.size();
        this.synced = written;
    }

    /** Opens {@code file}, which ends with a whole line, to add lines to it. */
    public static Journal open(Path file) {
        try {
            return new Journal(file, FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE,
                    StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw storage("open", file, e);
        }
    }

    /**
     * Gives the texts in {@code file} to {@code to}, one after another; none when it does not exist. An end that was never acknowledged
     * is left out.
     *
     * @return the bytes that these texts have in the file
     * @throws SssException {@link ErrorCode#CORRUPT} when a line is damaged
     */
    public static long read(Path file, Consumer<String> to) {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), READ_BYTES)) {
            long bytes = JournalLines.read(file.toString(), in, to);
            if (hasLineBehind(file, bytes)) {
                keepEnd(file, bytes);
            }
            return bytes;
        } catch (NoSuchFileException e) {
            return 0; // there is none before the first start
        } catch (IOException e) {
            if (Files.isDirectory(file)) {
                throw new SssException(ErrorCode.CORRUPT, "a directory is in place of the journal " + file + "; move it away and restore the"
                        + " file from a backup", e);
            }
            throw storage("read", file, e);
        }
    }

    private static boolean hasLineBehind(Path file, long good) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), READ_BYTES)) {
            in.skipNBytes(good);
            int next = in.read();
            while (next >= 0 && next != '\n') {
                next = in.read();
            }
            return next >= 0;
        }
    }

    /** What was never acknowledged looks like what a bad disk has emptied, and groups that the end names will be dropped. */
    private static void keepEnd(Path file, long good) throws IOException {
        Path kept = file.resolveSibling(file.getFileName() + ".before-cut");
        try {
            Files.copy(file, kept, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException e) {
            LOG.warn("The journal {} cannot be copied to {}: {}", file, kept, e.toString());
        }
        LOG.warn("The last {} bytes of the journal {} begin with a page that was never written and are left out, as after a power failure; the file as it was: {}",
                Files.size(file) - good, file, kept);
    }

    /** Replaces the content of {@code file} at once: after a crash it is either the old or the new one. */
    public static void rewrite(Path file, List<String> texts) {
        try {
            replace(JournalReplacement.write(file, texts));
        } catch (IOException e) {
            throw storage("rewrite", file, e);
        }
    }

    private static void replace(JournalReplacement replacement) throws IOException {
        try (JournalReplacement next = replacement) {
            next.move();
            next.syncName();
        }
    }

    /**
     * {@link #rewrite}, then {@link #open}. Where there is no room for the new file, the old one goes on, without what is behind its whole
     * lines: a coordinator that does not start drops nothing, and so makes no room.
     *
     * @param texts     say all that the lines so far say
     * @param lineBytes which {@link #read} returned; 0 when there are none
     */
    public static Journal openAnew(Path file, List<String> texts, long lineBytes) {
        JournalReplacement next;
        try {
            next = JournalReplacement.write(file, texts);
        } catch (IOException e) {
            if (lineBytes == 0) {
                throw storage("rewrite", file, e);
            }
            LOG.warn("The journal {} goes on as it is, since it cannot be written anew", file, e);
            return goOn(file, lineBytes);
        }
        try {
            replace(next);
        } catch (IOException e) {
            throw storage("rewrite", file, e);
        }
        return open(file);
    }

    /** What the process before has written may not be on the disk. */
    private static Journal goOn(Path file, long lineBytes) {
        try (FileChannel end = FileChannel.open(file, StandardOpenOption.WRITE)) {
            end.truncate(lineBytes);
            if (lineBytes > 0 && !endsWithLineFeed(file)) {
                end.write(ByteBuffer.wrap(new byte[] {'\n'}), lineBytes);
            }
            end.force(true);
        } catch (IOException e) {
            throw storage("go on with", file, e);
        }
        return open(file);
    }

    private static boolean endsWithLineFeed(Path file) throws IOException {
        try (FileChannel in = FileChannel.open(file, StandardOpenOption.READ)) {
            ByteBuffer last = ByteBuffer.allocate(1);
            in.read(last, in.size() - 1);
            return last.get(0) == '\n';
        }
    }

    /** Bytes that the file has. */
    public synchronized long size() {
        return written - begin;
    }

    /**
     * {@link #rewrite(Path, List)} while it is open. When that fails, the journal goes on as it was; unless the new file has taken the
     * name already: then it refuses everything, because nobody can tell which of the two a crash would leave.
     *
     * @param texts say all that the lines so far say; nobody may add a line meanwhile
     */
    public void compact(List<String> texts) {
        synchronized (syncLock) {
            synchronized (this) {
                check();
                if (!channel.isOpen()) {
                    return;
                }
                try (JournalReplacement next = JournalReplacement.write(file, texts)) {
                    takePlace(next);
                } catch (IOException e) {
                    throw storage("rewrite", file, e);
                }
            }
        }
    }

    /** What is added from now on goes into the file that has the name, never into the one that has lost it. */
    private void takePlace(JournalReplacement next) throws IOException {
        boolean durable = false;
        try {
            next.move();
            next.syncName();
            durable = true;
        } finally {
            if (!durable && next.isInPlace()) {
                broken = new SssException(ErrorCode.STORAGE, "the journal " + file + " was written anew, and its directory could not be synced");
            }
        }
        FileChannel before = channel;
        channel = next.handOver();
        begin = written - next.bytes();
        synced = written;
        before.close();
    }

    /** Adds a line and waits until it is on the disk. */
    public void append(String text) {
        sync(write(text));
    }

    /** Adds a line, which survives the end of this process; {@link #sync} makes it survive a power failure. */
    public synchronized long write(String text) {
        check();
        ByteBuffer line = line(text);
        int length = line.remaining();
        try {
            writeFully(channel, line);
            written += length;
            return written;
        } catch (IOException | RuntimeException | Error e) {
            cutBack(e);
            throw e instanceof IOException io ? storage("write to", file, io) : SssException.of(e, "writing to the journal " + file);
        }
    }

    /** Waits until everything up to {@code position}, which {@link #write} returned, is on the disk. */
    public void sync(long position) {
        synchronized (syncLock) {
            if (synced >= position) {
                return;
            }
            check();
            try {
                long end = written();
                channel.force(false);
                synced = end;
            } catch (IOException e) {
                broken = storage("sync", file, e);
                throw broken;
            }
        }
    }

    private synchronized long written() {
        return written;
    }

    /** A half line must not stay, or the next one would be glued to it. */
    private void cutBack(Throwable why) {
        try {
            channel.truncate(written - begin);
        } catch (IOException | RuntimeException | Error e) {
            why.addSuppressed(e);
            broken = storage("write to", file, why);
        }
    }

    private void check() {
        if (broken != null) {
            throw new SssException(ErrorCode.STORAGE, "the journal stopped at an earlier error, restart the coordinator: "
                    + broken.getMessage(), broken);
        }
    }

    static ByteBuffer line(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer line = ByteBuffer.allocate(bytes.length + 10);
        line.put(crc(bytes, 0, bytes.length).getBytes(StandardCharsets.US_ASCII)).put((byte) ' ').put(bytes).put((byte) '\n');
        return line.flip();
    }

    static String crc(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return HexFormat.of().toHexDigits((int) crc.getValue());
    }

    static void writeFully(FileChannel out, ByteBuffer bytes) throws IOException {
        while (bytes.hasRemaining()) {
            out.write(bytes);
        }
    }

    private static SssException storage(String doing, Path file, Throwable e) {
        return new SssException(ErrorCode.STORAGE, "cannot " + doing + " the journal " + file + ": " + e
                + "; see that the disk is neither full nor read-only", e);
    }

    /** Waits for {@link #compact}: the file may belong to another journal from now on. */
    @Override
    public void close() {
        synchronized (syncLock) {
            synchronized (this) {
                try {
                    channel.close();
                } catch (IOException e) {
                    throw storage("close", file, e);
                }
            }
        }
    }
}
