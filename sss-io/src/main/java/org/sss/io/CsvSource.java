package org.sss.io;

import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.io.store.FileStores;

/**
 * Records of comma-separated values (RFC 4180, UTF-8), created by {@link Sources#csv}. The key is the position of the
 * record's first byte in the concatenated files. Empty lines are skipped; a record with more or fewer fields than
 * columns {@linkplain TupleSink#failed fails}, and reading continues with the next one. Immutable.
 *
 * <p>A quoted field may contain newlines, so the start of a record cannot be found from the middle of a file: each file
 * is read by one task, unless {@link #oneLineEach()} declares that there are no such fields.
 */
public final class CsvSource<V> extends FileSource<Long, V, CsvSource<V>> {
    private static final long serialVersionUID = 1L;

    private final CsvFormat format;
    private final Values<V> values;

    /** Makes the values of one task from its rows. */
    interface Values<V> extends Serializable {
        Function<CsvRow, V> ofTask();
    }

    /** The rows themselves. */
    record Views() implements Values<CsvRow> {
        @Override
        public Function<CsvRow, CsvRow> ofTask() {
            return CsvRow::view;
        }
    }

    private record Records<R>(Class<R> type) implements Values<R> {
        @Override
        public Function<CsvRow, R> ofTask() {
            return new CsvRecords<>(type);
        }
    }

    private record Converted<W>(Sources.RowFunction<CsvRow, W> function) implements Values<W> {
        @Override
        public Function<CsvRow, W> ofTask() {
            return row -> function.apply(row.view());
        }
    }

    CsvSource(InputFiles files, CsvFormat format, Values<V> values) {
        super("CSV files", files);
        this.format = format;
        this.values = values;
    }

    /** Sets the ASCII character that separates fields, such as a tab or a semicolon. */
    public CsvSource<V> separator(char separator) {
        return with(new CsvFormat(ascii(separator), format.quote(), format.columns(), format.oneLineEach()));
    }

    /** Sets the ASCII character that quotes fields, instead of {@code "}. */
    public CsvSource<V> quote(char quote) {
        return with(new CsvFormat(format.separator(), ascii(quote), format.columns(), format.oneLineEach()));
    }

    /** Sets the names of the columns, for files without a header line. */
    public CsvSource<V> columns(String... names) {
        new CsvColumns(List.of(names));
        return with(new CsvFormat(format.separator(), format.quote(), List.of(names), format.oneLineEach()));
    }

    /** Declares that no field contains a newline, so that large files are split into ranges like text files. */
    public CsvSource<V> oneLineEach() {
        return with(new CsvFormat(format.separator(), format.quote(), format.columns(), true));
    }

    /**
     * Returns a source of the same records as Java records: each component has the value of the column of its name.
     * Components are strings, numbers or booleans; an empty field is null for boxes such as {@code Integer}, and an
     * error for {@code int}.
     */
    public <R extends Record> CsvSource<R> as(Class<R> recordType) {
        new CsvRecords<>(recordType);
        return new CsvSource<>(files(), format, new Records<>(recordType));
    }

    /** Returns a source of what {@code function} makes of each row. */
    public <W> CsvSource<W> as(Sources.RowFunction<CsvRow, W> function) {
        return new CsvSource<>(files(), format, new Converted<>(function));
    }

    /**
     * Returns the names of the columns: those set by {@link #columns}, or those in the first file that is not empty.
     *
     * @throws SssException if the file cannot be read
     */
    public List<String> columnNames() {
        try {
            for (Split split : splits()) {
                for (FileSplit file : FileSplit.unpack(split)) {
                    List<String> names = columnNames(file);
                    if (!names.isEmpty()) {
                        return names;
                    }
                }
            }
            return List.of();
        } catch (IOException e) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, name() + ": the first file cannot be read: " + e, e);
        }
    }

    private List<String> columnNames(FileSplit file) throws IOException {
        try (FileRecords first =
                new FileRecords(this, file, FileStores.ofProcess().of(file.path()), 0)) {
            return columns(first).names();
        }
    }

    private CsvSource<V> with(CsvFormat newFormat) {
        return new CsvSource<>(files(), newFormat, values);
    }

    private static byte ascii(char c) {
        if (c >= 128 || c == '\n' || c == '\r') {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + c + "' cannot separate or quote fields; use a character of" + " ASCII");
        }
        return (byte) c;
    }

    @Override
    protected boolean splitsAtLines() {
        return format.oneLineEach();
    }

    @Override
    protected CsvSource<V> with(InputFiles newFiles) {
        return new CsvSource<>(newFiles, format, values);
    }

    @Override
    protected RecordScanner scanner(ByteWindow window) {
        return format.oneLineEach() ? new RecordScanner.NumberedLines(window) : new CsvScanner(window, format);
    }

    @Override
    protected void readRecords(FileRecords records, TupleSink<Long, V> to) throws IOException {
        CsvRow row = new CsvRow(columns(records), format);
        Function<CsvRow, V> ofTask = values.ofTask();
        while (records.next()) {
            if (records.current().strippedLength() > 0) {
                to.bytes(records.current().length() + 1L);
                read(records, row, ofTask, to);
            }
        }
        row.end();
    }

    private void read(FileRecords records, CsvRow row, Function<CsvRow, V> ofTask, TupleSink<Long, V> to) {
        String wrong = set(row, records);
        if (wrong != null) {
            if (records.current().isUnclosed()) {
                throw records.invalid(wrong, null);
            }
            records.failed(wrong, null, to);
            return;
        }
        V value;
        try {
            value = ofTask.apply(row);
        } catch (SssException e) {
            // Other errors would occur in all records, for example that the file does not have the column.
            if (e.code() != ErrorCode.INVALID_ARGUMENT) {
                throw records.invalid(e.getMessage(), e);
            }
            records.failed(e.getMessage(), e, to);
            return;
        }
        if (value != null) {
            to.accept(records.position(), value);
        }
    }

    /** Returns null, or why the record is invalid. */
    private static String set(CsvRow row, FileRecords records) {
        RecordScanner record = records.current();
        return row.set(record.array(), record.offset(), record.offset() + record.strippedLength());
    }

    private CsvColumns columns(FileRecords records) throws IOException {
        if (format.columns() != null) {
            return new CsvColumns(format.columns());
        }
        if (records.split().from() == 0) {
            return header(records);
        }
        try (FileRecords first = records.fromStart()) {
            return header(first);
        }
    }

    private CsvColumns header(FileRecords records) throws IOException {
        CsvRow row = new CsvRow(null, format);
        do {
            if (!records.next()) {
                return new CsvColumns(List.of());
            }
        } while (records.current().strippedLength() == 0);
        String wrong = set(row, records);
        if (wrong != null) {
            throw records.invalid(wrong, null);
        }
        try {
            return new CsvColumns(row.toList());
        } catch (SssException e) {
            throw records.invalid(e.getMessage(), e);
        }
    }
}
