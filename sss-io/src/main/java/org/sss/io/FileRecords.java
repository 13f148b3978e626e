package org.sss.io;

import java.io.IOException;
import java.io.InputStream;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource.TupleSink;
import org.sss.io.content.FileKind;
import org.sss.io.content.FileMagic;
import org.sss.io.store.FileStore;

/**
 * The records of a range of a file, one after another. Used by {@link FileSource#readRecords}. For the task's thread.
 */
public final class FileRecords implements AutoCloseable {
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    /** The start of larger files is not read again to count lines. */
    private static final long MAX_COUNTED_BYTES = 1L << 30;

    private final FileSource<?, ?, ?> source;
    private final FileSplit split;
    private final FileStore store;
    private final FileKind kind;
    private final InputStream in;
    private final RecordScanner records;
    private final boolean more;
    /** Lines before this range; -1 if they have not been counted. */
    private long linesBefore = -1;

    /** @param store of the file of the split */
    FileRecords(FileSource<?, ?, ?> source, FileSplit split, FileStore store, long from) throws IOException {
        this.source = source;
        this.split = split;
        this.store = store;
        // A record belongs to the range in which it starts, so start after the line that reaches into this range.
        long first = Math.max(0, from - 1);
        kind = split.isStandardInput() ? standardInputKind() : split.kind();
        in = open(first);
        boolean open = false;
        try {
            records = source.scanner(new ByteWindow(in, split.name(), first, source.maxRecordBytes()));
            if (kind != FileKind.PLAIN) {
                FileMagic.checkContent(split.name(), kind, records.window.head(FileMagic.HEAD_BYTES));
            }
            more = from == 0 || records.skipLine();
            if (from == 0 && source.skipsByteOrderMark() && records.window.startsWith(BOM)) {
                records.skip(BOM.length);
            }
            open = true;
        } finally {
            if (!open) {
                in.close();
            }
        }
    }

    /** Opens the same file again, at its first record. */
    FileRecords fromStart() throws IOException {
        return new FileRecords(source, split, store, 0);
    }

    private FileKind standardInputKind() throws IOException {
        return source.files().asText()
                ? FileKind.PLAIN
                : FileMagic.kindOf(split.name(), StandardInput.open().readNBytes(FileMagic.HEAD_BYTES));
    }

    private InputStream open(long first) throws IOException {
        if (split.isStandardInput()) {
            return kind.decompressed(StandardInput.open());
        }
        // A record may reach beyond the range.
        InputStream rest = store.open(split.file(), first, FileStore.END);
        try {
            return kind.decompressed(rest);
        } catch (IOException | RuntimeException e) {
            rest.close();
            throw e;
        }
    }

    FileSplit split() {
        return split;
    }

    /**
     * Advances to the next record.
     *
     * @return false after the last one of the range
     * @throws SssException CORRUPT or TOO_LARGE; must not be caught
     */
    public boolean next() throws IOException {
        return more && records.next() && (isWhole() || records.position() < split.to());
    }

    /** Returns whether the content is read to its end, since its size is unknown. */
    private boolean isWhole() {
        return kind != FileKind.PLAIN || split.isStandardInput();
    }

    /** Returns the scanner, whose current record is the one that {@link #next} advanced to. */
    public RecordScanner current() {
        return records;
    }

    /** Returns the position of the record's first byte in the concatenated files. */
    public long position() {
        return split.start() + records.position();
    }

    /**
     * Reports an invalid record instead of a tuple; reading may continue after it. The job skips the record or fails,
     * see {@link org.sss.api.JobOptions#onError}.
     *
     * @param what  the reason, such as {@code column 'people' has 'many'}
     * @param cause or null
     */
    public void failed(String what, Throwable cause, TupleSink<Long, ?> to) {
        Bytes record = new Bytes().set(records.array(), records.offset(), records.strippedLength());
        if (to instanceof BadRecord.Sink sink) {
            sink.bad(new BadRecord(split.path(), line(), place(), record, what));
        } else {
            to.failed(position(), record, invalid(what, cause));
        }
    }

    /**
     * Returns an error that names file, line and byte of the record, to be thrown if reading cannot continue after it.
     */
    public SssException invalid(String what, Throwable cause) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, place() + ": " + what, cause);
    }

    String place() {
        long line = line();
        String at = "byte " + records.position() + (kind == FileKind.PLAIN ? "" : " of its content");
        return split.name() + ", " + (line == 0 ? at : "line " + line + " (" + at + ")");
    }

    /**
     * Returns the number of the line on which the record starts, or 0 if counting the lines before would take too long.
     */
    private long line() {
        if (split.from() > MAX_COUNTED_BYTES) {
            return 0;
        }
        if (linesBefore < 0) {
            linesBefore = split.from() == 0 ? 0 : linesBefore();
        }
        return linesBefore < 0 ? 0 : linesBefore + records.line();
    }

    private long linesBefore() {
        long lines = 1; // the one that ends in front of the first record
        byte[] buffer = new byte[ByteWindow.CHUNK_BYTES];
        try (InputStream before = store.open(split.file(), 0, split.from())) {
            long left = split.from() - 1;
            for (int n; left > 0 && (n = before.read(buffer, 0, (int) Math.min(left, buffer.length))) > 0; left -= n) {
                for (int at = 0; (at = NewlineSearch.find(buffer, at, n)) >= 0; at++) {
                    lines++;
                }
            }
            return lines;
        } catch (IOException e) {
            return -1; // only the text of another error misses the line
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
