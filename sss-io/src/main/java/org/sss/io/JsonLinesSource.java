package org.sss.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import java.io.IOException;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Files with one JSON document per line, created by {@link Sources#jsonLines}. The key is the position of the line's
 * first byte in the concatenated files. A line that is no such document {@linkplain TupleSink#failed fails}, and
 * reading continues with the next one. Immutable.
 */
public final class JsonLinesSource<V> extends FileSource<Long, V, JsonLinesSource<V>> {
    private static final long serialVersionUID = 1L;
    private static final long MAX_LINE_BYTES = 256L << 20;
    private static final int SHOWN_BYTES = 80;
    static final int MAX_DEPTH = 1000;
    static final int MAX_NAME_LENGTH = 50_000;
    static final int MAX_DIGITS = 1000;
    /**
     * A string may be as long as a line. Lines are UTF-8, even if they start with zeros, which a power failure can
     * leave.
     */
    static final JsonFactory JSON = new JsonFactoryBuilder()
            .streamReadConstraints(StreamReadConstraints.builder()
                    .maxStringLength((int) MAX_LINE_BYTES)
                    .maxNestingDepth(MAX_DEPTH)
                    .maxNameLength(MAX_NAME_LENGTH)
                    .maxNumberLength(MAX_DIGITS)
                    .build())
            .disable(JsonFactory.Feature.CHARSET_DETECTION)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS)
            .build();

    private final JsonValues<V> values;

    JsonLinesSource(InputFiles files, JsonValues<V> values) {
        super("JSON files", files);
        this.values = values;
    }

    /**
     * Returns a source of the same documents as Java records: each component has the value of the field of its name,
     * and may be a string, a number, a boolean, a record, or a list or map of those. Further fields are ignored; a
     * missing field is null, or an error for primitive types such as {@code int}. A number with a fraction or an
     * exponent, {@code 1.0} too, is an error for {@code int} and {@code long}.
     */
    public <R extends Record> JsonLinesSource<R> as(Class<R> recordType) {
        if (!recordType.isRecord()) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, recordType.getName() + " is no record class");
        }
        return new JsonLinesSource<>(files(), new JsonValues.Records<>(recordType));
    }

    /** Returns a source of what {@code function} makes of each document. */
    public <W> JsonLinesSource<W> as(Sources.RowFunction<JsonView, W> function) {
        return new JsonLinesSource<>(files(), new JsonValues.Documents<>(function));
    }

    @Override
    protected JsonLinesSource<V> with(InputFiles newFiles) {
        return new JsonLinesSource<>(newFiles, values);
    }

    @Override
    protected long maxRecordBytes() {
        return MAX_LINE_BYTES;
    }

    @Override
    protected void readRecords(FileRecords records, TupleSink<Long, V> to) throws IOException {
        JsonValues.Reader<V> reader = values.ofTask();
        RecordScanner line = records.current();
        while (records.next()) {
            if (!isBlank(line)) {
                to.bytes(line.length() + 1L);
                read(records, reader, to);
            }
        }
    }

    private void read(FileRecords records, JsonValues.Reader<V> reader, TupleSink<Long, V> to) throws IOException {
        RecordScanner line = records.current();
        V value;
        try {
            value = reader.read(line.array(), line.offset(), line.length());
        } catch (JsonValues.NotExpected e) {
            records.failed("'" + shown(line) + "' is not the JSON that is expected: " + e.getMessage(), e, to);
            return;
        } catch (SssException e) {
            // Other errors would occur in all lines.
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

    private static boolean isBlank(RecordScanner line) {
        for (int i = 0; i < line.length(); i++) {
            byte b = line.array()[line.offset() + i];
            if (b != ' ' && b != '\t' && b != '\r') {
                return false;
            }
        }
        return true;
    }

    private static String shown(RecordScanner line) {
        int shown = Math.min(line.length(), SHOWN_BYTES);
        return new String(line.array(), line.offset(), shown, java.nio.charset.StandardCharsets.UTF_8)
                + (shown < line.length() ? "..." : "");
    }
}
