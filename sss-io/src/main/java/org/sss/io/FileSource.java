package org.sss.io;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.io.content.FileKind;
import org.sss.io.store.FileAccess;
import org.sss.io.store.FileStore;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoreUser;
import org.sss.io.store.StoredFile;

/**
 * Reads records of files: a plain file in ranges, a compressed file as a whole, small files several at once. Subclasses
 * must be immutable and serializable, since each task has a copy.
 *
 * <p>A subclass implements {@link #readRecords}, which makes tuples of records, and {@link #with}. Records are lines,
 * unless it also overrides {@link #scanner} and {@link #splitsAtLines}.
 *
 * <p>Positions of records are those in the concatenated files, in which a compressed file counts as
 * {@link #COMPRESSED_BYTES}, since its size is unknown before it is read.
 *
 * @param <S> the subclass, which {@link #splitBytes} and {@link #asText} return
 */
public abstract class FileSource<K, V, S extends FileSource<K, V, S>> implements TupleSource<K, V>, StoreUser {
    /** Range of positions for content of unknown size: that of a compressed file, and standard input. */
    public static final long COMPRESSED_BYTES = 1L << 40;

    private static final long serialVersionUID = 1L;
    /** Small files are packed into splits of 1/64 of the total size, within these bounds. */
    private static final long SMALLEST_PACK_BYTES = 4L << 20;

    private static final int PACKS = 64;
    /** Beyond this number, splits become larger instead. */
    private static final int MAX_SPLITS = 4096;

    private static final long MAX_RECORD_BYTES = 64L << 20;

    private final String kind;
    private final InputFiles files;

    /** @param kind what is read, for {@link #name}, such as {@code CSV files} */
    protected FileSource(String kind, InputFiles files) {
        this.kind = kind;
        this.files = files;
    }

    /** Returns the files that are read, and how. */
    protected final InputFiles files() {
        return files;
    }

    @Override
    public final String name() {
        return kind + ' ' + String.join(" ", files.pathsOrGlobs());
    }

    /** Sets the size of the ranges that plain files are split into; the default is 128 MiB. */
    public final S splitBytes(long bytes) {
        return with(files.splitBytes(bytes));
    }

    /** Reads all files as plain text, whatever their first bytes are: no file is decompressed or rejected. */
    public final S asText() {
        return with(files.withoutDetection());
    }

    /** Returns the same source for other files. */
    protected abstract S with(InputFiles newFiles);

    /**
     * Passes the tuples of a range to {@code to}: one for each record, or none, or several.
     *
     * @throws IOException if the file cannot be read; must not be caught
     */
    protected abstract void readRecords(FileRecords records, TupleSink<K, V> to) throws IOException;

    /**
     * Returns a new scanner for the records in {@code window}. The default scanner returns lines.
     *
     * @param window for the constructor of {@link RecordScanner}
     */
    protected RecordScanner scanner(ByteWindow window) {
        return new RecordScanner.NumberedLines(window);
    }

    /**
     * Returns whether a record starts after each newline, so that a plain file can be split into ranges. Otherwise one
     * task reads a file. The default is true.
     */
    protected boolean splitsAtLines() {
        return true;
    }

    /** Returns whether a byte order mark before the first record is skipped. The default is true. */
    protected boolean skipsByteOrderMark() {
        return true;
    }

    /** Returns the maximum size of a record in bytes; a longer one is an error. The default is 64 MiB. */
    protected long maxRecordBytes() {
        return MAX_RECORD_BYTES;
    }

    /** {@inheritDoc} The files are searched on the machine of the caller, and read on the machine of the task. */
    @Override
    public final List<Split> splits() {
        List<FileSplit> all = fileSplits();
        long total = all.stream()
                .filter(file -> !file.isStandardInput())
                .mapToLong(FileSplit::bytes)
                .sum();
        long rangeBytes = Math.max(files.splitBytes(), total / MAX_SPLITS + 1);
        FilePacks packs = new FilePacks(Math.min(rangeBytes, Math.max(SMALLEST_PACK_BYTES, total / PACKS)));
        for (FileSplit file : all) {
            if (packs.isSmall(file)) {
                packs.add(file);
            } else {
                ranges(file, rangeBytes).forEach(packs::addAlone);
            }
        }
        return packs.splits();
    }

    @Override
    public final Set<String> connectors() {
        return FileStores.schemes(files.pathsOrGlobs());
    }

    @Override
    public final void check(FileStores stores) {
        files.pathsOrGlobs().forEach(path -> stores.of(path));
    }

    private List<FileSplit> fileSplits() {
        List<FileSplit> all = new ArrayList<>();
        long start = 0;
        for (StoredFile file : FileSet.of(files.pathsOrGlobs())) {
            if (FileSet.isStandardInput(file)) {
                all.add(new FileSplit(
                        new StoredFile(StandardInput.NAME, COMPRESSED_BYTES, ""),
                        FileKind.PLAIN,
                        start,
                        0,
                        COMPRESSED_BYTES));
                start += COMPRESSED_BYTES;
                continue;
            }
            FileKind fileKind = files.asText() ? FileKind.PLAIN : Sources.kindOf(file);
            all.add(new FileSplit(file, fileKind, start, 0, file.bytes()));
            start += fileKind == FileKind.PLAIN ? file.bytes() : COMPRESSED_BYTES;
        }
        return all;
    }

    private List<FileSplit> ranges(FileSplit file, long rangeBytes) {
        List<FileSplit> ranges = new ArrayList<>();
        if (file.kind() != FileKind.PLAIN || file.isStandardInput() || !splitsAtLines()) {
            return List.of(file);
        }
        for (long from = 0; from < file.fileBytes(); from += rangeBytes) {
            ranges.add(new FileSplit(
                    file.file(), file.kind(), file.start(), from, Math.min(from + rangeBytes, file.fileBytes())));
        }
        return ranges;
    }

    @Override
    public final void read(Split split, TupleSink<K, V> to) throws IOException {
        for (FileSplit part : FileSplit.unpack(split)) {
            to.file(part.path());
            to.from(part.start() == 0 ? part.toString() : part + ", which starts at position " + part.start());
            try (FileRecords records = new FileRecords(this, part, store(part, to), part.from())) {
                if (to instanceof BadRecord.Sink sink) {
                    sink.reads(records::place);
                }
                readRecords(records, to);
            } catch (NoSuchFileException e) {
                throw new SssException(
                        ErrorCode.NOT_FOUND,
                        part + " does not exist on the node of this task, but did"
                                + " when the"
                                + " workflow was submitted; make it available to all nodes at the same path",
                        e);
            } catch (ClosedByInterruptException | InterruptedIOException e) {
                throw new SssException(ErrorCode.CANCELLED, "reading " + part + " was interrupted; run it again", e);
            } catch (IOException e) {
                throw part.kind().isDamage(e)
                        ? new SssException(
                                ErrorCode.CORRUPT,
                                part + " cannot be read: " + e + "; check whether it is" + " complete",
                                e)
                        : new SssException(ErrorCode.STORAGE, part + " cannot be read: " + e + "; check its disk", e);
            }
        }
    }

    /** Returns the store of the file; that of local files is not used for the standard input. */
    private static FileStore store(FileSplit part, TupleSink<?, ?> to) {
        if (part.isStandardInput() && FileAccess.of(to) != FileAccess.ANY) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "a job cannot read the standard input of the program that submitted it;"
                            + " import it first: ... | sss group import GROUP -");
        }
        return FileStores.of(to).of(part.path());
    }
}
