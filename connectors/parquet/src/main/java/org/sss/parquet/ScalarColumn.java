package org.sss.parquet;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.LongFunction;
import org.apache.parquet.column.Dictionary;
import org.apache.parquet.io.api.Binary;
import org.apache.parquet.io.api.PrimitiveConverter;
import org.sss.api.SssException;

/**
 * Passes the values of a column on as objects of a field. A value that the field cannot have is a problem of its row.
 * For one thread.
 */
final class ScalarColumn extends PrimitiveConverter {
    private final Column column;
    private final String type;
    private final Row row;
    private final Consumer<Object> to;
    private final Conversion conversion;
    private Dictionary dictionary;
    /** Objects of the dictionary that have been used; null if they are not shared. */
    private Object[] known;

    /** How the values of a column become objects; what its physical type does not need is null. */
    record Conversion(LongFunction<Object> ofLong, DoubleFunction<Object> ofDouble, Function<Binary, Object> ofBinary) {
        static Conversion ofLong(LongFunction<Object> function) {
            return new Conversion(function, null, null);
        }

        static Conversion ofDouble(DoubleFunction<Object> function) {
            return new Conversion(null, function, null);
        }

        static Conversion ofBinary(Function<Binary, Object> function) {
            return new Conversion(null, null, function);
        }
    }

    ScalarColumn(Column column, String type, Row row, Consumer<Object> to) {
        this.column = column;
        this.type = type;
        this.row = row;
        this.to = to;
        conversion = Conversions.of(column, type);
    }

    private interface Step {
        Object value();
    }

    private Object converted(Step step) {
        try {
            return step.value();
        } catch (SssException e) {
            row.problem("column '" + column.path() + "' " + e.getMessage());
            return null;
        }
    }

    @Override
    public void addInt(int value) {
        addLong(value);
    }

    @Override
    public void addLong(long value) {
        to.accept(converted(() -> conversion.ofLong().apply(value)));
    }

    @Override
    public void addBoolean(boolean value) {
        to.accept(value);
    }

    @Override
    public void addFloat(float value) {
        addDouble(value);
    }

    @Override
    public void addDouble(double value) {
        to.accept(conversion.ofDouble().apply(value));
    }

    @Override
    public void addBinary(Binary value) {
        to.accept(converted(() -> conversion.ofBinary().apply(value)));
    }

    /** {@inheritDoc} Texts and numbers of dictionaries are converted once; bytes can be modified, so each is new. */
    @Override
    public boolean hasDictionarySupport() {
        return switch (column.schema().asPrimitiveType().getPrimitiveTypeName()) {
            case BINARY, FIXED_LEN_BYTE_ARRAY, INT96 -> !type.equals("bytes");
            default -> false;
        };
    }

    @Override
    public void setDictionary(Dictionary of) {
        dictionary = of;
        known = new Object[of.getMaxId() + 1];
    }

    @Override
    public void addValueFromDictionary(int id) {
        Object value = known[id];
        if (value == null) {
            value = converted(() -> conversion.ofBinary().apply(dictionary.decodeToBinary(id)));
            known[id] = value;
        }
        to.accept(value);
    }

    /** @throws SssException INVALID_ARGUMENT for bytes that are not UTF-8 */
    static String text(Binary binary) {
        String text = binary.toStringUsingUTF8();
        if (text.indexOf('\uFFFD') >= 0
                && !ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)).equals(binary.toByteBuffer())) {
            throw Conversions.refused("is not UTF-8; read it as bytes");
        }
        return text;
    }

    static ByteBuffer littleEndian(Binary binary) {
        return ByteBuffer.wrap(binary.getBytesUnsafe()).order(ByteOrder.LITTLE_ENDIAN);
    }
}
