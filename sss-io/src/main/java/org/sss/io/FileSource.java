package org.sss.io;

import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.io.content.FileKind;
import org.sss.io.content.FileMagic;

/**
 * Reads records of files: a plain file in ranges, a compressed file as a whole, small files several at once. Immutable.
 *
 * <p>Positions of records are those in the concatenated files, in which a compressed file counts as
 * {@link #COMPRESSED_BYTES}, since its size is unknown before it is read.
 */
abstract class FileSource<K, V> implements TupleSource<K, V> {
    static final long SPLIT_BYTES = 128L << 20;
    /** Range of positions for content of unknown size: that of a compressed file, and standard input. */
    static final long COMPRESSED_BYTES = 1L << 40;
    private static final long serialVersionUID = 1L;
    /** Small files are packed into splits of 1/64 of the total size, within these bounds. */
    private static final long SMALLEST_PACK_BYTES = 4L << 20;
    private static final int PACKS = 64;
    /** Beyond this number, splits become larger instead. */
    private static final int MAX_SPLITS = 4096;
    /** The start of larger files is not read again to count lines. */
    private static final long MAX_COUNTED_BYTES = 1L << 30;
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final String kind;
    private final ArrayList<String> pathsOrGlobs;
    final long splitBytes;
    /** Whether files are plain text whatever their first bytes are. */
    final boolean asText;

    FileSource(String kind, List<String> pathsOrGlobs, long splitBytes, boolean asText) {
        this.asText = asText;
        this.kind = kind;
        this.pathsOrGlobs = new ArrayList<>(pathsOrGlobs);
        this.splitBytes = splitBytes;
    }

    final List<String> pathsOrGlobs() {
        return pathsOrGlobs;
    }

    @Override
    public final String name() {
        return kind + ' ' + String.join(" ", pathsOrGlobs);
    }

    /** Returns whether a file may be split at any newline. */
    boolean cutsAtLines() {
        return true;
    }

    /** Returns whether a byte order mark before the first record is skipped. */
    boolean skipsMark() {
        return true;
    }

    /** Returns a scanner for the records in {@code window}. */
    abstract RecordScanner scanner(ByteWindow window);

    /** Returns the maximum size of a record. */
    abstract long maxRecordBytes();

    /** Passes the records of a range to {@code to}. */
    abstract void readPart(Part part, TupleSink<K, V> to) throws IOException;

    /** {@inheritDoc} The files are searched on the machine of the caller, and read on the machine of the task. */
    @Override
    public final List<Split> splits() {
        List<FileSplit> files = files();
        long total = files.stream().filter(file -> !file.isStandardInput()).mapToLong(FileSplit::bytes).sum();
        long rangeBytes = Math.max(splitBytes, total / MAX_SPLITS + 1);
        FilePacks packs = new FilePacks(Math.min(rangeBytes, Math.max(SMALLEST_PACK_BYTES, total / PACKS)));
        for (FileSplit file : files) {
            if (packs.isSmall(file)) {
                packs.add(file);
            } else {
                ranges(file, rangeBytes).forEach(packs::addAlone);
            }
        }
        return packs.splits();
    }

    private List<FileSplit> files() {
        List<FileSplit> files = new ArrayList<>();
        long start = 0;
        for (Path file : FileSet.of(pathsOrGlobs)) {
            if (StandardInput.is(file)) {
                files.add(new FileSplit(StandardInput.NAME, FileKind.PLAIN, start, 0, COMPRESSED_BYTES, COMPRESSED_BYTES));
                start += COMPRESSED_BYTES;
                continue;
            }
            try {
                FileKind fileKind = asText ? FileKind.PLAIN : FileMagic.kindOf(file);
                long bytes = Files.size(file);
                files.add(new FileSplit(file.toString(), fileKind, start, 0, bytes, bytes));
                start += fileKind == FileKind.PLAIN ? bytes : COMPRESSED_BYTES;
            } catch (IOException e) {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + file + "' cannot be read: " + e, e);
            }
        }
        return files;
    }

    private List<FileSplit> ranges(FileSplit file, long rangeBytes) {
        List<FileSplit> ranges = new ArrayList<>();
        if (file.kind() != FileKind.PLAIN || file.isStandardInput() || !cutsAtLines()) {
            return List.of(file);
        }
        for (long from = 0; from < file.fileBytes(); from += rangeBytes) {
            ranges.add(new FileSplit(file.path(), file.kind(), file.start(), from, Math.min(from + rangeBytes, file.fileBytes()),
                    file.fileBytes()));
        }
        return ranges;
    }

    @Override
    public final void read(Split split, TupleSink<K, V> to) throws IOException {
        for (FileSplit part : FileSplit.unpack(split)) {
            to.file(part.path());
            to.from(part.start() == 0 ? part.toString() : part + ", which starts at position " + part.start());
            Path file = file(part, FileAccess.of(to));
            try (Part open = new Part(part, file, part.from())) {
                if (to instanceof BadRecord.Sink sink) {
                    sink.reads(open::place);
                }
                readPart(open, to);
            } catch (NoSuchFileException e) {
                throw new SssException(ErrorCode.NOT_FOUND, part + " does not exist on the node of this task, but did"
                        + " when the"
                    + " workflow was submitted; make it available to all nodes at the same path", e);
            } catch (ClosedByInterruptException e) {
                throw new SssException(ErrorCode.CANCELLED, "reading " + part + " was interrupted; run it again", e);
            } catch (IOException e) {
                throw part.kind().isDamage(e)
                        ? new SssException(ErrorCode.CORRUPT, part + " cannot be read: " + e + "; check whether it is"
                                + " complete", e)
                        : new SssException(ErrorCode.STORAGE, part + " cannot be read: " + e + "; check its disk", e);
            }
        }
    }

    private static Path file(FileSplit part, FileAccess access) {
        if (!part.isStandardInput()) {
            return access.readable(Path.of(part.path()));
        }
        if (access != FileAccess.ANY) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "a job cannot read the standard input of the program that submitted it;"
                    + " import it first: ... | sss group import GROUP -");
        }
        return Path.of(part.path());
    }

    /** An open range of a file, at its first record. */
    final class Part implements AutoCloseable {
        private final FileSplit split;
        private final Path file;
        private final FileKind kind;
        private final InputStream in;
        private final RecordScanner records;
        private final boolean more;
        /** Lines before this range; -1 if they have not been counted. */
        private long linesBefore = -1;

        /** @param file to open, which may be another name of the file of the split */
        Part(FileSplit split, Path file, long from) throws IOException {
            this.split = split;
            this.file = file;
            // A record belongs to the range in which it starts, so start after the line that reaches into this range.
            long first = Math.max(0, from - 1);
            kind = split.isStandardInput() ? standardInputKind() : split.kind();
            in = open(first);
            records = scanner(new ByteWindow(in, split.name(), first, maxRecordBytes()));
            boolean open = false;
            try {
                if (kind != FileKind.PLAIN) {
                    FileMagic.checkContent(split.name(), kind, records.window.head(FileMagic.HEAD_BYTES));
                }
                more = from == 0 || records.skipLine();
                if (from == 0 && skipsMark() && records.window.startsWith(BOM)) {
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
        Part fromStart() throws IOException {
            return new Part(split, file, 0);
        }

        private FileKind standardInputKind() throws IOException {
            return asText ? FileKind.PLAIN : FileMagic.kindOf(split.name(), StandardInput.open().readNBytes(FileMagic.HEAD_BYTES));
        }

        private InputStream open(long first) throws IOException {
            if (split.isStandardInput()) {
                return kind.decompressed(StandardInput.open());
            }
            FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
            try {
                if (channel.size() < split.fileBytes()) {
                    throw new SssException(ErrorCode.INVALID_ARGUMENT, split.name() + " has " + channel.size()
                            + " bytes on the node of this task, it had " + split.fileBytes() + " when the workflow was submitted;"
                            + " all nodes must see the same file, and it must not be modified before the workflow has"
                            + " ended");
                }
                channel.position(first);
                return kind.decompressed(Channels.newInputStream(channel));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }

        FileSplit split() {
            return split;
        }

        /** Advances to the next record that starts in this range. */
        boolean next() throws IOException {
            return more && records.next() && (isWhole() || records.position() < split.to());
        }

        /** Returns whether the content is read to its end, since its size is unknown. */
        private boolean isWhole() {
            return kind != FileKind.PLAIN || split.isStandardInput();
        }

        RecordScanner records() {
            return records;
        }

        /** Returns the position of the record in the concatenated files. */
        long position() {
            return split.start() + records.position();
        }

        /** Reports an invalid record, if reading can continue after it. */
        void failed(String what, Throwable cause, TupleSink<Long, ?> to) {
            Bytes record = new Bytes().set(records.array(), records.offset(), records.strippedLength());
            if (to instanceof BadRecord.Sink sink) {
                sink.bad(new BadRecord(split.path(), line(), place(), record, what));
            } else {
                to.failed(position(), record, invalid(what, cause));
            }
        }

        /** Returns the error for an invalid record. */
        SssException invalid(String what, Throwable cause) {
            return new SssException(ErrorCode.INVALID_ARGUMENT, place() + ": " + what, cause);
        }

        private String place() {
            long line = line();
            String at = "byte " + records.position() + (kind == FileKind.PLAIN ? "" : " of its content");
            return split.name() + ", " + (line == 0 ? at : "line " + line + " (" + at + ")");
        }

        /** Returns the number of the line on which the record starts, or 0 if counting the lines before would take too long. */
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
            try (InputStream before = Files.newInputStream(file)) {
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
}
