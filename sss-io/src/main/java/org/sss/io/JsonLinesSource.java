package org.sss.io;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/**
 * Files with one JSON document per line, created by {@link Sources#jsonLines}. The key is the position of the line's
 * first byte in the concatenated files. A line that is no such document {@linkplain TupleSink#failed fails}, and
 * reading continues with the next one. Immutable.
 */
public final class JsonLinesSource<V> extends FileSource<Long, V> {
    private static final long serialVersionUID = 1L;
    private static final long MAX_LINE_BYTES = 256L << 20;
    private static final int SHOWN_BYTES = 80;
    /**
     * A string may be as long as a line. Lines are UTF-8, even if they start with zeros, which a power failure can
     * leave.
     */
    private static final JsonFactory JSON = new JsonFactoryBuilder().streamReadConstraints(StreamReadConstraints.builder()
            .maxStringLength((int) MAX_LINE_BYTES).build()).disable(JsonFactory.Feature.CHARSET_DETECTION)
            .enable(JsonReadFeature.ALLOW_NON_NUMERIC_NUMBERS).build();

    private final Class<V> type;

    JsonLinesSource(List<String> pathsOrGlobs, Class<V> type, long splitBytes, boolean asText) {
        super("JSON files", pathsOrGlobs, splitBytes, asText);
        this.type = type;
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
        return new JsonLinesSource<>(pathsOrGlobs(), recordType, splitBytes, asText);
    }

    /** Sets the size of the ranges that plain files are split into; the default is 128 MiB. */
    public JsonLinesSource<V> splitBytes(long bytes) {
        return new JsonLinesSource<>(pathsOrGlobs(), type, Sources.checkedSplitBytes(bytes), asText);
    }

    /** Reads all files as plain text, whatever their first bytes are: no file is decompressed or rejected. */
    public JsonLinesSource<V> asText() {
        return new JsonLinesSource<>(pathsOrGlobs(), type, splitBytes, true);
    }

    @Override
    RecordScanner scanner(ByteWindow window) {
        return new RecordScanner.Lines(window);
    }

    @Override
    long maxRecordBytes() {
        return MAX_LINE_BYTES;
    }

    @Override
    void readPart(Part part, TupleSink<Long, V> to) throws IOException {
        // Without this, 1.9 would silently become the long 1.
        ObjectReader reader = JsonMapper.builder(JSON)
                .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES, DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES, DeserializationFeature.FAIL_ON_TRAILING_TOKENS).build()
                .readerFor(type);
        RecordScanner line = part.records();
        while (part.next()) {
            if (!isBlank(line)) {
                to.bytes(line.length() + 1L);
                read(part, reader, to);
            }
        }
    }

    private void read(Part part, ObjectReader reader, TupleSink<Long, V> to) throws IOException {
        V value;
        try {
            value = value(reader, part.records());
        } catch (InvalidDefinitionException e) {
            // The class is wrong, whatever the line is.
            throw invalid(e.getOriginalMessage(), e, part);
        } catch (JsonProcessingException e) {
            part.failed(invalid(e.getOriginalMessage(), e, part), to);
            return;
        }
        if (value == null) {
            part.failed(invalid("it is null", null, part), to);
            return;
        }
        to.accept(part.position(), value);
    }

    private V value(ObjectReader reader, RecordScanner line) throws IOException {
        return type.cast(type == JsonView.class ? view(reader, line)
                : reader.readValue(line.array(), line.offset(), line.length()));
    }

    private static SssException invalid(String what, Throwable cause, FileSource<?, ?>.Part part) {
        return part.invalid("'" + shown(part.records()) + "' is not the JSON that is expected: " + what, cause);
    }

    private static JsonView view(ObjectReader reader, RecordScanner line) throws IOException {
        try (JsonParser in = reader.createParser(line.array(), line.offset(), line.length())) {
            return new JsonView(JsonTree.read(in));
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
