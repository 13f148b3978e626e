package org.sss.parquet;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.time.LocalDate;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.RecordConsumer;
import org.apache.parquet.schema.LogicalTypeAnnotation;
import org.apache.parquet.schema.LogicalTypeAnnotation.TimeUnit;
import org.apache.parquet.schema.PrimitiveType.PrimitiveTypeName;
import org.apache.parquet.schema.Type;
import org.apache.parquet.schema.Type.Repetition;
import org.apache.parquet.schema.Types;
import org.sss.api.Bytes;
import org.sss.api.ErrorCode;
import org.sss.api.RecordView;
import org.sss.api.SssException;

/**
 * Writes the objects of a field to a column. Immutable.
 *
 * @param schema of the column
 * @param check  of an object before anything of its row is written
 * @param values writes an object that is there
 */
record FieldWriter(Type schema, Check check, Values values) {
    private static final Check ANY = object -> {};

    /** Checks an object. */
    @FunctionalInterface
    interface Check {
        /** @throws SssException INVALID_ARGUMENT for an object that the column cannot have */
        void check(Object object);
    }

    /** Writes an object, but not the start and end of its field. */
    @FunctionalInterface
    interface Values {
        void write(Object object, RecordConsumer to);
    }

    /**
     * Returns the writer of a column.
     *
     * @param type of the field, also {@code optional(...)}
     * @throws SssException INVALID_ARGUMENT for a type that Parquet does not have
     */
    static FieldWriter of(String name, String type) {
        return of(name, name, type);
    }

    /** @param path of the column, for messages */
    private static FieldWriter of(String path, String name, String type) {
        List<String> elements = RecordView.elementsOf(type);
        if (type.startsWith("optional(")) {
            if (elements.get(0).startsWith("optional(")) {
                throw refused(path, type, "a column has one kind of null");
            }
            FieldWriter inner = of(path, name, elements.get(0), Repetition.OPTIONAL);
            return new FieldWriter(
                    inner.schema,
                    inner.check == ANY ? ANY : object -> ((Optional<?>) object).ifPresent(inner.check::check),
                    inner.values);
        }
        return of(path, name, type, Repetition.REQUIRED);
    }

    private static FieldWriter of(String path, String name, String type, Repetition repetition) {
        List<String> elements = RecordView.elementsOf(type);
        if (Layout.isRecord(type)) {
            return record(path, name, type, repetition);
        }
        if (elements.size() == 2) {
            return map(path, name, elements, repetition);
        }
        return elements.isEmpty()
                ? scalar(path, name, type, repetition)
                : list(path, name, elements.get(0), repetition);
    }

    private static SssException refused(String path, String type, String why) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "column '" + path + "' cannot be written as Parquet: its type is " + type + ", but " + why
                        + "; write other columns, or another type");
    }

    private static FieldWriter scalar(String path, String name, String type, Repetition repetition) {
        return switch (type) {
            case "boolean" ->
                scalar(
                        name,
                        repetition,
                        PrimitiveTypeName.BOOLEAN,
                        null,
                        (object, to) -> to.addBoolean((Boolean) object));
            case "byte" -> number(name, repetition, 8);
            case "short" -> number(name, repetition, 16);
            case "int" ->
                scalar(
                        name,
                        repetition,
                        PrimitiveTypeName.INT32,
                        null,
                        (object, to) -> to.addInteger((Integer) object));
            case "long" ->
                scalar(name, repetition, PrimitiveTypeName.INT64, null, (object, to) -> to.addLong((Long) object));
            case "float" ->
                scalar(name, repetition, PrimitiveTypeName.FLOAT, null, (object, to) -> to.addFloat((Float) object));
            case "double" ->
                scalar(name, repetition, PrimitiveTypeName.DOUBLE, null, (object, to) -> to.addDouble((Double) object));
            case "date" ->
                new FieldWriter(
                        schema(name, repetition, PrimitiveTypeName.INT32, LogicalTypeAnnotation.dateType()),
                        object -> day(path, object),
                        (object, to) -> to.addInteger(day(path, object)));
            case "instant" ->
                new FieldWriter(
                        schema(
                                name,
                                repetition,
                                PrimitiveTypeName.INT64,
                                LogicalTypeAnnotation.timestampType(true, TimeUnit.MICROS)),
                        object -> micros(path, object),
                        (object, to) -> to.addLong(micros(path, object)));
            case "bytes" ->
                scalar(
                        name,
                        repetition,
                        PrimitiveTypeName.BINARY,
                        null,
                        (object, to) -> to.addBinary(bytes((Bytes) object)));
            case "uuid" -> uuid(name, repetition);
            default -> text(name, repetition); // string, char, and decimal, of which each number has its own scale
        };
    }

    private static Type schema(
            String name, Repetition repetition, PrimitiveTypeName physical, LogicalTypeAnnotation logical) {
        return Types.primitive(physical, repetition).as(logical).named(name);
    }

    private static FieldWriter scalar(
            String name,
            Repetition repetition,
            PrimitiveTypeName physical,
            LogicalTypeAnnotation logical,
            Values values) {
        return new FieldWriter(schema(name, repetition, physical, logical), ANY, values);
    }

    private static FieldWriter number(String name, Repetition repetition, int bits) {
        return scalar(
                name,
                repetition,
                PrimitiveTypeName.INT32,
                LogicalTypeAnnotation.intType(bits, true),
                (object, to) -> to.addInteger(((Number) object).intValue()));
    }

    private static FieldWriter text(String name, Repetition repetition) {
        return scalar(
                name,
                repetition,
                PrimitiveTypeName.BINARY,
                LogicalTypeAnnotation.stringType(),
                (object, to) -> to.addBinary(Binary.fromString(
                        object instanceof BigDecimal decimal ? decimal.toString() : object.toString())));
    }

    private static FieldWriter uuid(String name, Repetition repetition) {
        Type schema = Types.primitive(PrimitiveTypeName.FIXED_LEN_BYTE_ARRAY, repetition)
                .length(2 * Long.BYTES)
                .as(LogicalTypeAnnotation.uuidType())
                .named(name);
        return new FieldWriter(schema, ANY, (object, to) -> {
            UUID uuid = (UUID) object;
            byte[] bytes = new byte[2 * Long.BYTES];
            ByteBuffer.wrap(bytes).putLong(uuid.getMostSignificantBits()).putLong(uuid.getLeastSignificantBits());
            to.addBinary(Binary.fromConstantByteArray(bytes));
        });
    }

    private static Binary bytes(Bytes bytes) {
        return Binary.fromReusedByteArray(bytes.array(), bytes.offset(), bytes.length());
    }

    private static int day(String path, Object object) {
        long day = ((LocalDate) object).toEpochDay();
        if (day != (int) day) {
            throw beyond(path, object, "days");
        }
        return (int) day;
    }

    private static SssException beyond(String path, Object object, String unit) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "column '" + path + "' has " + object + ", which is beyond the range of " + unit + " in Parquet files");
    }

    private static long micros(String path, Object object) {
        Instant instant = (Instant) object;
        if (!instant.truncatedTo(ChronoUnit.MICROS).equals(instant)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "column '" + path + "' has " + instant + ", but Parquet files have microseconds; store"
                            + " instant.truncatedTo(ChronoUnit.MICROS)");
        }
        try {
            return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000L), instant.getNano() / 1_000);
        } catch (ArithmeticException e) {
            throw beyond(path, instant, "microseconds");
        }
    }

    /** Writes the fields of an object. */
    static void write(List<FieldWriter> fields, List<Object> objects, RecordConsumer to) {
        for (int i = 0; i < objects.size(); i++) {
            fields.get(i).writeField(i, objects.get(i), to);
        }
    }

    /** Writes the whole field; nothing if the object is an empty Optional. */
    void writeField(int index, Object object, RecordConsumer to) {
        Object value = object instanceof Optional<?> optional ? optional.orElse(null) : object;
        if (value != null) {
            to.startField(schema.getName(), index);
            values.write(value, to);
            to.endField(schema.getName(), index);
        }
    }

    private static FieldWriter record(String path, String name, String type, Repetition repetition) {
        List<FieldWriter> fields = RecordView.fieldsOf(type).entrySet().stream()
                .map(field -> of(path + "." + field.getKey(), field.getKey(), field.getValue()))
                .toList();
        if (fields.isEmpty()) {
            throw refused(path, type, "a struct has at least one field");
        }
        Type schema = Types.buildGroup(repetition)
                .addFields(fields.stream().map(FieldWriter::schema).toArray(Type[]::new))
                .named(name);
        boolean unchecked = fields.stream().allMatch(field -> field.check == ANY);
        return new FieldWriter(
                schema, unchecked ? ANY : object -> check(fields, ((RecordView) object).values()), (object, to) -> {
                    to.startGroup();
                    write(fields, ((RecordView) object).values(), to);
                    to.endGroup();
                });
    }

    static void check(List<FieldWriter> fields, List<Object> objects) {
        for (int i = 0; i < objects.size(); i++) {
            fields.get(i).check.check(objects.get(i));
        }
    }

    private static FieldWriter list(String path, String name, String elementType, Repetition repetition) {
        FieldWriter element = of(path + ".element", "element", elementType);
        Type schema = Types.list(repetition).element(element.schema).named(name);
        return new FieldWriter(
                schema,
                element.check == ANY ? ANY : object -> ((Collection<?>) object).forEach(element.check::check),
                (object, to) -> repeated("list", (Collection<?>) object, to, one -> element.writeField(0, one, to)));
    }

    private static void repeated(
            String name, Collection<?> objects, RecordConsumer to, java.util.function.Consumer<Object> writer) {
        to.startGroup();
        if (!objects.isEmpty()) {
            to.startField(name, 0);
            for (Object each : objects) {
                to.startGroup();
                writer.accept(each);
                to.endGroup();
            }
            to.endField(name, 0);
        }
        to.endGroup();
    }

    private static FieldWriter map(String path, String name, List<String> types, Repetition repetition) {
        FieldWriter key = of(path + ".key", "key", types.get(0));
        FieldWriter value = of(path + ".value", "value", types.get(1));
        if (key.schema.isRepetition(Repetition.OPTIONAL)) {
            throw refused(path, "map(" + String.join(",", types) + ")", "keys of maps are never null");
        }
        Type schema = Types.map(repetition).key(key.schema).value(value.schema).named(name);
        boolean unchecked = key.check == ANY && value.check == ANY;
        Check check = object -> ((Map<?, ?>) object).forEach((k, v) -> {
            key.check.check(k);
            value.check.check(v);
        });
        return new FieldWriter(
                schema,
                unchecked ? ANY : check,
                (object, to) -> repeated("key_value", ((Map<?, ?>) object).entrySet(), to, each -> {
                    Map.Entry<?, ?> entry = (Map.Entry<?, ?>) each;
                    key.writeField(0, entry.getKey(), to);
                    value.writeField(1, entry.getValue(), to);
                }));
    }
}
