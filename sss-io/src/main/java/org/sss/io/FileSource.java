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

/**
 * Records of files: plain ones in ranges, compressed ones whole, small ones several at once. Immutable.
 *
 * <p>Positions of records are those in all files one after another, where a compressed file counts as
 * {@link #COMPRESSED_BYTES}, as nobody knows its size before it is read.
 */
abstract class FileSource<K, V> implements TupleSource<K, V> {
    static final long SPLIT_BYTES = 128L << 20;
    /** Room in the sequence of positions for the content of a compressed file. */
    static final long COMPRESSED_BYTES = 1L << 40;
    private static final long serialVersionUID = 1L;
    /** Small files are packed to splits of a 64th of all, in these bounds. */
    private static final long SMALLEST_PACK_BYTES = 4L << 20;
    private static final int PACKS = 64;
    /** Splits are made larger rather than more. */
    private static final int MAX_SPLITS = 4096;
    private static final byte[] BOM = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};

    private final String kind;
    private final ArrayList<String> pathsOrGlobs;
    final long splitBytes;
    /** Whether files are plain text whatever they begin with. */
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

    /** Whether a file may be cut at any newline. */
    boolean cutsAtLines() {
        return true;
    }

    /** Whether a byte order mark is no part of the first record. */
    boolean skipsMark() {
        return true;
    }

    /** Finds records in {@code window}. */
    abstract RecordScanner scanner(ByteWindow window);

    /** The largest record. */
    abstract long maxRecordBytes();

    /** Hands the records of a part to {@code to}. */
    abstract void readPart(Part part, TupleSink<K, V> to) throws IOException;

    /** {@inheritDoc} The files are looked for on the machine that calls this, and read on that of the task. */
    @Override
    public final List<Split> splits() {
        List<FileSplit> files = files();
        long total = files.stream().mapToLong(FileSplit::bytes).sum();
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
        if (file.kind() != FileKind.PLAIN || !cutsAtLines()) {
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
            to.from(part.start() == 0 ? part.toString() : part + ", which begins at position " + part.start());
            try (Part open = new Part(part, part.from())) {
                readPart(open, to);
            } catch (NoSuchFileException e) {
                throw new SssException(ErrorCode.NOT_FOUND, part + " is not there on the node of this task, but was when the"
                        + " workflow was submitted; let all nodes see it at the same path", e);
            } catch (ClosedByInterruptException e) {
                throw new SssException(ErrorCode.CANCELLED, "reading " + part + " was interrupted; run it again", e);
            } catch (IOException e) {
                throw part.kind().isDamage(e)
                        ? new SssException(ErrorCode.CORRUPT, part + " cannot be read: " + e + "; look whether it is complete", e)
                        : new SssException(ErrorCode.STORAGE, part + " cannot be read: " + e + "; look whether its disk is well", e);
            }
        }
    }

    /** An open part, at its first record. */
    final class Part implements AutoCloseable {
        private final FileSplit split;
        private final InputStream in;
        private final RecordScanner records;
        private final boolean more;

        Part(FileSplit split, long from) throws IOException {
            this.split = split;
            // A record belongs to the range in which it begins, so begin behind the line that reaches into this range.
            long first = Math.max(0, from - 1);
            in = open(first);
            records = scanner(new ByteWindow(in, "file '" + split.path() + "'", first, maxRecordBytes()));
            boolean open = false;
            try {
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

        private InputStream open(long first) throws IOException {
            FileChannel channel = FileChannel.open(Path.of(split.path()), StandardOpenOption.READ);
            try {
                if (channel.size() < split.fileBytes()) {
                    throw new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + split.path() + "' has " + channel.size()
                            + " bytes on the node of this task, it had " + split.fileBytes() + " when the workflow was submitted;"
                            + " let all nodes see the same file, and nobody write to it meanwhile");
                }
                channel.position(first);
                return split.kind().decompressed(Channels.newInputStream(channel));
            } catch (IOException | RuntimeException e) {
                channel.close();
                throw e;
            }
        }

        FileSplit split() {
            return split;
        }

        /** Goes to the next record that begins in this part. */
        boolean next() throws IOException {
            return more && records.next() && (split.kind() != FileKind.PLAIN || records.position() < split.to());
        }

        RecordScanner records() {
            return records;
        }

        /** Position of the record in all files. */
        long position() {
            return split.start() + records.position();
        }

        /** Hands over that the record has something wrong with it, where reading can go on behind it. */
        void failed(SssException wrong, TupleSink<Long, ?> to) {
            to.failed(position(), new Bytes().set(records.array(), records.offset(), records.strippedLength()), wrong);
        }

        /** What is wrong with the record. */
        SssException invalid(String what, Throwable cause) {
            return new SssException(ErrorCode.INVALID_ARGUMENT, "file '" + split.path() + "', the record at byte "
                    + records.position() + (split.kind() == FileKind.PLAIN ? "" : " of its content") + ": " + what, cause);
        }

        @Override
        public void close() throws IOException {
            in.close();
        }
    }
}
