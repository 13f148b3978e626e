package org.sss.io;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.InvalidDefinitionException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.io.Serializable;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Makes values of lines of JSON. Immutable. */
sealed interface JsonValues<V> extends Serializable {
    /** Returns a reader for one task. */
    Reader<V> ofTask();

    /** Used by one thread. */
    interface Reader<V> {
        /**
         * Returns the value of a line, or null to skip it.
         *
         * @throws NotExpected if it is not the JSON that is expected
         * @throws SssException if the function of the source throws it, or the class of the records is wrong
         */
        V read(byte[] bytes, int offset, int length) throws IOException, NotExpected;
    }

    /** A line is not the JSON that is expected. */
    final class NotExpected extends Exception {
        private static final long serialVersionUID = 1L;

        NotExpected(String reason, Throwable cause) {
            super(reason, cause);
        }
    }

    /** The documents themselves, or what a function makes of them. */
    record Documents<V>(Sources.RowFunction<JsonView, V> function) implements JsonValues<V> {
        @Override
        public Reader<V> ofTask() {
            return (bytes, offset, length) -> function.apply(new JsonView(tree(bytes, offset, length)));
        }
    }

    /** The function that changes nothing. */
    record Unchanged() implements Sources.RowFunction<JsonView, JsonView> {
        @Override
        public JsonView apply(JsonView row) {
            return row;
        }
    }

    /** Java records. */
    record Records<R>(Class<R> type) implements JsonValues<R> {
        @Override
        public Reader<R> ofTask() {
            // Without this, 1.9 would silently become the long 1.
            ObjectReader reader = JsonMapper.builder(JsonLinesSource.JSON)
                    .disable(
                            DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                            DeserializationFeature.ACCEPT_FLOAT_AS_INT)
                    .enable(
                            DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES,
                            DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
                    .build()
                    .readerFor(type);
            return (bytes, offset, length) -> read(reader, bytes, offset, length);
        }

        private R read(ObjectReader reader, byte[] bytes, int offset, int length) throws IOException, NotExpected {
            R record;
            try {
                record = type.cast(reader.readValue(bytes, offset, length));
            } catch (JsonMappingException e) {
                throw notExpected(e, tree(bytes, offset, length));
            } catch (JsonProcessingException e) {
                throw new NotExpected(JsonErrors.syntax(e, bytes, offset, length), e);
            }
            if (record == null) {
                throw new NotExpected("it is null", null);
            }
            return record;
        }

        private static NotExpected notExpected(JsonMappingException e, JsonNode document) {
            String reason = JsonErrors.mapping(e, document);
            if (e instanceof InvalidDefinitionException) {
                // The class is wrong, whatever the line is.
                throw new SssException(ErrorCode.USER_CODE, reason, e);
            }
            return new NotExpected(reason, e);
        }
    }

    private static JsonNode tree(byte[] bytes, int offset, int length) throws IOException, NotExpected {
        try (JsonParser in = JsonLinesSource.JSON.createParser(bytes, offset, length)) {
            return JsonTree.read(in);
        } catch (JsonProcessingException e) {
            throw new NotExpected(JsonErrors.syntax(e, bytes, offset, length), e);
        }
    }
}
