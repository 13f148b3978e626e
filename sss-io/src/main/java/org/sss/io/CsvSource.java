package org.sss.io;

import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Records of comma-separated values (RFC 4180, UTF-8), made by {@link Sources#csv}; the key is the position of the record's
 * first byte in the files one after another. Empty lines are left out; a record with more or fewer fields than there are
 * columns {@linkplain TupleSink#failed fails}, and the next one is read. Immutable.
 *
 * <p>A quoted field may hold newlines, so that nobody can tell from the middle of a file where a record begins: each file is
 * read by one task, unless {@link #oneLineEach()} says that there are no such fields.
 */
public final class CsvSource<V> extends FileSource<Long, V> {
    private static final long serialVersionUID = 1L;
    private static final long MAX_RECORD_BYTES = 64L << 20;

    private final CsvFormat format;
    /** Null for rows. */
    private final Class<? extends Record> type;

    CsvSource(List<String> pathsOrGlobs, CsvFormat format, Class<? extends Record> type, long splitBytes, boolean asText) {
        super("CSV files", pathsOrGlobs, splitBytes, asText);
        this.format = format;
        this.type = type;
    }

    /** Fields are separated by this character, one of ASCII: a tab or a semicolon. */
    public CsvSource<V> separator(char separator) {
        return with(new CsvFormat(ascii(separator), format.quote(), format.columns(), format.oneLineEach()));
    }

    /** Fields are quoted by this character, one of ASCII, in place of {@code "}. */
    public CsvSource<V> quote(char quote) {
        return with(new CsvFormat(format.separator(), ascii(quote), format.columns(), format.oneLineEach()));
    }

    /** The columns have these names and files begin with the first record, not with a header line. */
    public CsvSource<V> columns(String... names) {
        new CsvColumns(List.of(names));
        return with(new CsvFormat(format.separator(), format.quote(), List.of(names), format.oneLineEach()));
    }

    /** No field has a newline in it, so that large files are cut into ranges like text. */
    public CsvSource<V> oneLineEach() {
        return with(new CsvFormat(format.separator(), format.quote(), format.columns(), true));
    }

    /** The same records, with plain files cut into ranges of another size than 128 MiB. */
    public CsvSource<V> splitBytes(long bytes) {
        return new CsvSource<>(pathsOrGlobs(), format, type, Sources.checkedSplitBytes(bytes), asText);
    }

    /** The same records of files that are taken as they are, whatever they begin with: no file is decompressed or refused. */
    public CsvSource<V> asText() {
        return new CsvSource<>(pathsOrGlobs(), format, type, splitBytes, true);
    }

    /**
     * The same records as Java records: each component is the column of its name. Components are strings, numbers or
     * booleans; an empty field is null for {@code Integer} and its like, and an error for {@code int}.
     */
    public <R extends Record> CsvSource<R> as(Class<R> recordType) {
        new CsvRecords<>(recordType);
        return new CsvSource<>(pathsOrGlobs(), format, recordType, splitBytes, asText);
    }

    /**
     * Names of the columns: those that were given, or those in the first file that is not empty.
     *
     * @throws SssException when it cannot be read
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
        try (Part begin = new Part(file, 0)) {
            return columns(begin).names();
        }
    }

    private CsvSource<V> with(CsvFormat newFormat) {
        return new CsvSource<>(pathsOrGlobs(), newFormat, type, splitBytes, asText);
    }

    private static byte ascii(char c) {
        if (c >= 128 || c == '\n' || c == '\r') {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + c + "' cannot separate or quote fields; use a character of"
                    + " ASCII");
        }
        return (byte) c;
    }

    @Override
    boolean cutsAtLines() {
        return format.oneLineEach();
    }

    @Override
    RecordScanner scanner(ByteWindow window) {
        return format.oneLineEach() ? new RecordScanner.Lines(window) : new CsvScanner(window, format);
    }

    @Override
    long maxRecordBytes() {
        return MAX_RECORD_BYTES;
    }

    @Override
    void readPart(Part part, TupleSink<Long, V> to) throws IOException {
        CsvRow row = new CsvRow(columns(part), format);
        Function<CsvRow, V> values = values();
        while (part.next()) {
            if (part.records().strippedLength() > 0) {
                to.bytes(part.records().length() + 1L);
                read(part, row, values, to);
            }
        }
        row.end();
    }

    private void read(Part part, CsvRow row, Function<CsvRow, V> values, TupleSink<Long, V> to) {
        V value;
        try {
            set(row, part);
            value = value(values, row, part);
        } catch (SssException e) {
            if (part.records().isUnclosed() || isOfAllRecords(e)) {
                throw e;
            }
            part.failed(e, to);
            return;
        }
        to.accept(part.position(), value);
    }

    /** Such as a column that the file does not have. */
    private static boolean isOfAllRecords(SssException wrong) {
        return wrong.getCause() instanceof SssException e && e.code() != ErrorCode.INVALID_ARGUMENT;
    }

    /** What {@code V} is was said where the type was set. */
    @SuppressWarnings("unchecked")
    private Function<CsvRow, V> values() {
        return type == null ? row -> (V) row.view() : (Function<CsvRow, V>) new CsvRecords<>(type);
    }

    private V value(Function<CsvRow, V> values, CsvRow row, Part part) {
        try {
            return values.apply(row);
        } catch (SssException e) {
            throw part.invalid(e.getMessage(), e);
        }
    }

    private static void set(CsvRow row, FileSource<?, ?>.Part part) {
        RecordScanner record = part.records();
        String wrong = row.set(record.array(), record.offset(), record.offset() + record.strippedLength());
        if (wrong != null) {
            throw part.invalid(wrong, null);
        }
    }

    private CsvColumns columns(Part part) throws IOException {
        if (format.columns() != null) {
            return new CsvColumns(format.columns());
        }
        if (part.split().from() == 0) {
            return header(part);
        }
        try (Part begin = new Part(part.split(), 0)) {
            return header(begin);
        }
    }

    private CsvColumns header(Part part) throws IOException {
        CsvRow row = new CsvRow(null, format);
        do {
            if (!part.next()) {
                return new CsvColumns(List.of());
            }
        } while (part.records().strippedLength() == 0);
        set(row, part);
        try {
            return new CsvColumns(row.toList());
        } catch (SssException e) {
            throw part.invalid(e.getMessage(), e);
        }
    }
}
