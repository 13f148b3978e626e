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
import java.nio.file.StandardOpenOption;
import java.util.HexFormat;
import java.util.function.Consumer;
import java.util.zip.CRC32C;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * An append-only file of lines: {@code CRC32C in 8 hex digits, space, text, line feed}. Thread-safe; threads that
 * {@link #sync} concurrently share one fsync. After a failed fsync all further calls fail, because the content of the
 * disk is unknown.
 */
public final class Journal implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Journal.class);
    private static final int READ_BYTES = 64 << 10;
    /**
     * A line that states how far the file is on the disk follows at the latest this many synced bytes after the one
     * before: a page.
     */
    private static final int MARK_BYTES = 4096;

    private static final int MAX_COPIES = 1000;

    private final Path file;
    private final Object syncLock = new Object();
    /** Replaced under both locks. */
    private volatile FileChannel channel;
    /** Position of the end of the last complete line. Positions continue after a compaction. Guarded by this. */
    private long written;
    /** Position of the start of the file. Guarded by this. */
    private long start;
    /** Changed with syncLock. */
    private volatile long synced;
    /**
     * The position that the last {@link JournalLines#mark} states, or from which the file was synced as a whole.
     * Guarded by this.
     */
    private long marked;

    private volatile SssException broken;

    private Journal(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.written = channel.size();
        this.synced = written;
        this.marked = written;
    }

    /** Opens {@code file}, which ends with a complete line, to append lines. */
    public static Journal open(Path file) {
        try {
            return new Journal(
                    file,
                    FileChannel.open(
                            file, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.APPEND));
        } catch (IOException e) {
            throw storage("open", file, e);
        }
    }

    /**
     * Passes the texts in {@code file} to {@code to}, one after the other; none if it does not exist. An end that was
     * never acknowledged is skipped.
     *
     * @return the bytes of these lines in the file
     * @throws SssException {@link ErrorCode#CORRUPT} if a line is damaged
     */
    public static long read(Path file, Consumer<String> to) {
        try (InputStream in = Files.newInputStream(file)) {
            long bytes = JournalLines.read(file.toString(), in, to);
            if (hasLineAfter(file, bytes)) {
                copyBeforeCut(file, bytes);
            }
            return bytes;
        } catch (NoSuchFileException e) {
            return 0; // no journal before the first start
        } catch (IOException e) {
            if (Files.isDirectory(file)) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        "there is a directory instead of the journal " + file + "; move it away and restore the"
                                + " file from a backup",
                        e);
            }
            throw storage("read", file, e);
        }
    }

    private static boolean hasLineAfter(Path file, long good) throws IOException {
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file), READ_BYTES)) {
            in.skipNBytes(good);
            int next = in.read();
            while (next >= 0 && next != '\n') {
                next = in.read();
            }
            return next >= 0;
        }
    }

    /**
     * Copies the file: an unacknowledged end looks like pages that a bad disk has zeroed, and the groups in it will be
     * dropped.
     */
    private static void copyBeforeCut(Path file, long good) throws IOException {
        String copied;
        try {
            copied = copy(file).toString();
        } catch (IOException e) {
            copied = "none, since it cannot be copied (" + e + ")";
        }
        LOG.warn(
                "The last {} bytes of the journal {} start with a page that was never written, as after a power "
                        + "failure, and are"
                        + " ignored; copy of the file: {}",
                Files.size(file) - good,
                file,
                copied);
    }

    /** Copies the file to the first free name: the copy of an earlier cut may be the only one of what was lost then. */
    private static Path copy(Path file) throws IOException {
        for (int number = 1; number <= MAX_COPIES; number++) {
            Path copy = file.resolveSibling(file.getFileName() + ".before-cut" + (number == 1 ? "" : "-" + number));
            if (Files.exists(copy)) {
                continue;
            }
            boolean complete = false;
            try {
                Files.copy(file, copy);
                complete = true;
                return copy;
            } finally {
                if (!complete) {
                    Files.deleteIfExists(copy);
                }
            }
        }
        throw new IOException("there are " + MAX_COPIES + " copies");
    }

    /** Replaces the content of {@code file} atomically: after a crash it is either the old or the new one. */
    public static void rewrite(Path file, Iterable<String> texts) {
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
     * {@link #rewrite}, then {@link #open}. If there is no space for the new file, the old one is used, without an
     * incomplete line at its end: a coordinator that does not start drops no groups, and so frees no space.
     *
     * @param texts     the current state, which replaces the existing lines
     * @param lineBytes the result of {@link #read}; 0 if there are no lines
     */
    public static Journal openCompacted(Path file, Iterable<String> texts, long lineBytes) {
        JournalReplacement next;
        try {
            next = JournalReplacement.write(file, texts);
        } catch (IOException e) {
            if (lineBytes == 0) {
                throw storage("rewrite", file, e);
            }
            LOG.warn("The journal {} is used as it is, since it cannot be rewritten", file, e);
            return openExisting(file, lineBytes);
        }
        try {
            replace(next);
        } catch (IOException e) {
            throw storage("rewrite", file, e);
        }
        return open(file);
    }

    /** Opens the old file. Syncs it, since the lines of the previous process may not be on the disk. */
    private static Journal openExisting(Path file, long lineBytes) {
        try (FileChannel end = FileChannel.open(file, StandardOpenOption.WRITE)) {
            end.truncate(lineBytes);
            if (lineBytes > 0 && !endsWithLineFeed(file)) {
                end.write(ByteBuffer.wrap(new byte[] {'\n'}), lineBytes);
            }
            end.force(true);
        } catch (IOException e) {
            throw storage("continue", file, e);
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

    /** Size of the file in bytes. */
    public synchronized long size() {
        return written - start;
    }

    /**
     * {@link #rewrite(Path, Iterable)} of an open journal. If it fails, the journal continues with the old file; but if
     * the new file has the name already, all further calls fail, because it is unknown which of the two files a crash
     * would leave.
     *
     * @param texts the current state, which replaces the existing lines; the caller prevents changes until this returns
     */
    public void compact(Iterable<String> texts) {
        synchronized (syncLock) {
            synchronized (this) {
                check();
                if (!channel.isOpen()) {
                    return;
                }
                try (JournalReplacement next = JournalReplacement.write(file, texts)) {
                    switchTo(next);
                } catch (IOException e) {
                    throw storage("rewrite", file, e);
                }
            }
        }
    }

    /** Appends to the new file from now on, never to a file that has lost the name. */
    private void switchTo(JournalReplacement next) throws IOException {
        boolean durable = false;
        try {
            next.move();
            next.syncName();
            durable = true;
        } finally {
            if (!durable && next.isInPlace()) {
                broken = new SssException(
                        ErrorCode.STORAGE,
                        "the journal " + file + " was rewritten, and its directory could not be synced");
            }
        }
        FileChannel before = channel;
        channel = next.handOver();
        start = written - next.bytes();
        synced = written;
        marked = written;
        before.close();
    }

    /** Appends a line and blocks until it is on the disk. */
    public void append(String text) {
        sync(write(text));
    }

    /** Appends a line, which survives the end of this process; {@link #sync} makes it survive a power failure. */
    public synchronized long write(String text) {
        check();
        long durable = synced;
        boolean marks = durable - marked >= MARK_BYTES;
        ByteBuffer lines = marks ? lines(JournalLines.mark(durable - start), text) : line(text);
        int length = lines.remaining();
        try {
            writeFully(channel, lines);
            written += length;
            marked = marks ? durable : marked;
            return written;
        } catch (IOException | RuntimeException | Error e) {
            cutBack(e);
            throw e instanceof IOException io
                    ? storage("write to", file, io)
                    : SssException.of(e, "writing to the journal " + file);
        }
    }

    /** Blocks until everything up to {@code position}, which {@link #write} returned, is on the disk. */
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

    /** Removes an incomplete line, since the next one would be appended to it. */
    private void cutBack(Throwable why) {
        try {
            channel.truncate(written - start);
        } catch (IOException | RuntimeException | Error e) {
            why.addSuppressed(e);
            broken = storage("write to", file, why);
        }
    }

    private void check() {
        if (broken != null) {
            throw new SssException(
                    ErrorCode.STORAGE,
                    "the journal stopped at an earlier error, restart the coordinator: " + broken.getMessage(),
                    broken);
        }
    }

    static ByteBuffer line(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        ByteBuffer line = ByteBuffer.allocate(bytes.length + 10);
        line.put(crc(bytes, 0, bytes.length).getBytes(StandardCharsets.US_ASCII))
                .put((byte) ' ')
                .put(bytes)
                .put((byte) '\n');
        return line.flip();
    }

    private static ByteBuffer lines(String first, String second) {
        ByteBuffer one = line(first);
        ByteBuffer two = line(second);
        return ByteBuffer.allocate(one.remaining() + two.remaining())
                .put(one)
                .put(two)
                .flip();
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
        return new SssException(
                ErrorCode.STORAGE,
                "cannot " + doing + " the journal " + file + ": " + e
                        + "; see that the disk is neither full nor read-only",
                e);
    }

    /** Waits for a running {@link #compact}: after this, another journal may own the file. */
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
