package org.sss.parquet;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.List;
import org.apache.parquet.hadoop.metadata.BlockMetaData;
import org.apache.parquet.hadoop.metadata.ColumnChunkMetaData;
import org.apache.parquet.io.ColumnIOFactory;
import org.apache.parquet.io.MessageColumnIO;
import org.apache.parquet.io.RecordReader;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleSource;
import org.sss.io.InputFiles;
import org.sss.io.RecordFormat;
import org.sss.io.store.FileStore;
import org.sss.io.store.FileStores;
import org.sss.io.store.StoredFile;

/** Reads the rows of Parquet files as tuples. Not serialized: each process creates its own. Immutable. */
final class ParquetSource<K, V> implements TupleSource<K, V> {
    private static final long serialVersionUID = 1L;

    private final transient InputFiles files;
    private final transient Codec<K> keys;
    private final transient Codec<V> values;
    private final transient RecordFormat.Types types;

    ParquetSource(InputFiles files, Codec<K> keys, Codec<V> values) {
        this.files = files;
        this.keys = keys;
        this.values = values;
        types = RecordFormat.Types.of(keys, values);
        Layout.of(types, false);
    }

    @Override
    public String name() {
        return ParquetFormat.ID + " files " + String.join(" ", files.pathsOrGlobs());
    }

    /** Returns all files. */
    static List<StoredFile> list(InputFiles files) {
        List<StoredFile> all = new ArrayList<>();
        for (String path : files.pathsOrGlobs()) {
            if (path.equals("-") || path.equals("/dev/stdin")) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "Parquet cannot be read from the standard input, as its description is at the end; name"
                                + " a file");
            }
            all.addAll(FileStores.ofProcess().of(path).list(path));
        }
        if (all.isEmpty()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "no file to read: name a file, a directory, or a glob");
        }
        return all;
    }

    /** {@inheritDoc} Reads the footers of all files, and checks their columns. */
    @Override
    public List<Split> splits() {
        Splits splits = new Splits(files.splitBytes());
        for (StoredFile file : list(files)) {
            Footer footer = footer(FileStores.ofProcess().of(file.path()), file, Footer.name(file));
            TupleReader.of(footer, types);
            splits.add(footer);
        }
        return splits.all();
    }

    static Footer footer(FileStore store, StoredFile file, String what) {
        try {
            return Footer.read(store, file);
        } catch (IOException e) {
            throw failed(what, e);
        }
    }

    @Override
    public void read(Split split, TupleSink<K, V> to) throws IOException {
        for (FilePart part : FilePart.unpack(split)) {
            to.file(part.file().path());
            to.from(part.toString());
            new PartReader(part, to).read();
        }
    }

    /** Reads one part. */
    private final class PartReader {
        private final FilePart part;
        private final TupleSink<K, V> to;
        private final FileStore store;
        private final Footer footer;
        private final TupleReader reader;
        private final Objects<K> keyObjects = new Objects<>(keys);
        private final Objects<V> valueObjects = new Objects<>(values);

        PartReader(FilePart part, TupleSink<K, V> to) {
            this.part = part;
            this.to = to;
            store = FileStores.of(to).of(part.file().path());
            footer = footer(store, part.file(), part.toString());
            reader = TupleReader.of(footer, types);
        }

        void read() {
            List<BlockMetaData> groups = footer.data().getBlocks();
            long rows = part.to() > groups.size()
                    ? -1
                    : groups.subList(part.from(), part.to()).stream()
                            .mapToLong(BlockMetaData::getRowCount)
                            .sum();
            if (rows != part.rows()) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        part + " had " + part.rows() + " rows when the workflow was submitted, and is another file now;"
                                + " all nodes must see the same file, and it must not be modified before the workflow"
                                + " has ended");
            }
            long first = part.start();
            for (int number = part.from(); number < part.to(); number++) {
                RowGroup group = new RowGroup(store, footer, number, reader.wanted());
                if (group.getRowCount() > 0) {
                    read(group, first);
                }
                first += group.getRowCount();
            }
        }

        private void read(RowGroup group, long first) {
            String createdBy = footer.data().getFileMetaData().getCreatedBy();
            MessageColumnIO columns = new ColumnIOFactory(createdBy)
                    .getColumnIO(
                            reader.wanted(), footer.data().getFileMetaData().getSchema());
            RecordReader<Row> rows = guarded(group, 0, () -> columns.getRecordReader(group, reader.rows()));
            long rowBytes = group.bytes() / group.getRowCount();
            for (long i = 0; i < group.getRowCount(); i++) {
                Row row = guarded(group, i, rows::read);
                to.bytes(rowBytes);
                pass(row, group, i, first + i);
            }
        }

        private void pass(Row row, RowGroup group, long inGroup, long number) {
            K key = null;
            V value = null;
            SssException error = null;
            try {
                key = reader.number() ? keyObjects.object(number) : null;
                if (row.isBad()) {
                    throw row.error();
                }
                key = reader.number() ? key : keyObjects.object(row.key());
                value = valueObjects.object(row.value());
            } catch (SssException e) {
                error = new SssException(e.code(), where(group, inGroup) + ": " + e.getMessage(), e);
            }
            if (error == null) {
                to.accept(key, value);
            } else {
                to.failed(key, Bytes.of("row " + number), error);
            }
        }

        private <T> T guarded(RowGroup group, long row, java.util.function.Supplier<T> step) {
            try {
                return step.get();
            } catch (RuntimeException e) {
                for (Throwable cause = e; cause != null; cause = cause.getCause()) {
                    if (cause instanceof SssException known) {
                        throw known;
                    }
                    if (cause instanceof UncheckedIOException failure) {
                        throw failed(group.name(), failure.getCause());
                    }
                }
                throw new SssException(
                        ErrorCode.CORRUPT,
                        where(group, row) + " is damaged: " + e.getMessage() + "; write it again",
                        e);
            }
        }
    }

    private static String where(RowGroup group, long row) {
        return group.name() + ", row " + row;
    }

    private static SssException failed(String what, IOException e) {
        if (e instanceof NoSuchFileException) {
            return new SssException(
                    ErrorCode.NOT_FOUND,
                    what + " does not exist on this machine; make it available to all nodes at the same path",
                    e);
        }
        return e instanceof ClosedByInterruptException
                ? new SssException(ErrorCode.CANCELLED, "reading " + what + " was interrupted; run it again", e)
                : new SssException(ErrorCode.STORAGE, what + " cannot be read: " + e + "; check its disk", e);
    }

    /** Makes splits of successive row groups, large enough for a task. */
    private static final class Splits {
        private static final int MAX_SPLITS = 4096;
        private static final int PACKS = 64;
        private static final long SMALLEST_PACK_BYTES = 4L << 20;
        private static final int MAX_PARTS = 512;

        private final long splitBytes;
        private final List<FilePart> all = new ArrayList<>();
        private final List<Long> sizes = new ArrayList<>();
        private long rows;

        Splits(long splitBytes) {
            this.splitBytes = splitBytes;
        }

        void add(Footer footer) {
            List<BlockMetaData> groups = footer.data().getBlocks();
            if (groups.isEmpty()) {
                add(new FilePart(footer.file(), 0, 0, rows, 0), 0);
            }
            for (int i = 0; i < groups.size(); i++) {
                BlockMetaData group = groups.get(i);
                add(
                        new FilePart(footer.file(), i, i + 1, rows, group.getRowCount()),
                        group.getColumns().stream()
                                .mapToLong(ColumnChunkMetaData::getTotalSize)
                                .sum());
            }
        }

        private void add(FilePart part, long bytes) {
            all.add(part);
            sizes.add(bytes);
            rows += part.rows();
        }

        List<Split> all() {
            long total = sizes.stream().mapToLong(Long::longValue).sum();
            long limit = Math.max(
                    total / MAX_SPLITS + 1, Math.min(splitBytes, Math.max(SMALLEST_PACK_BYTES, total / PACKS)));
            List<Split> splits = new ArrayList<>();
            List<FilePart> pack = new ArrayList<>();
            long packed = 0;
            for (int i = 0; i < all.size(); i++) {
                if (!pack.isEmpty() && (packed + sizes.get(i) > limit || pack.size() == MAX_PARTS)) {
                    splits.add(FilePart.pack(pack));
                    pack.clear();
                    packed = 0;
                }
                packed += sizes.get(i);
                addTo(pack, all.get(i));
            }
            splits.add(FilePart.pack(pack));
            return splits;
        }

        private static void addTo(List<FilePart> pack, FilePart next) {
            FilePart last = pack.isEmpty() ? null : pack.get(pack.size() - 1);
            if (last != null && last.file().equals(next.file()) && last.to() == next.from()) {
                pack.set(
                        pack.size() - 1,
                        new FilePart(last.file(), last.from(), next.to(), last.start(), last.rows() + next.rows()));
            } else {
                pack.add(next);
            }
        }
    }
}
