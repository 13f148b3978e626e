package org.sss.api;

import java.util.ArrayList;
import java.util.List;

/** Records of a type known by name alone, in the same bytes as {@link RecordCodec}. Stateless. */
final class RecordViewCodec implements Codec<RecordView> {
    private static final long serialVersionUID = 1L;

    private final String typeName;
    private final transient BuiltInType.Fields type;

    RecordViewCodec(BuiltInType.Fields type) {
        this.type = type;
        typeName = type.toString();
    }

    @Override
    public String name() {
        return typeName;
    }

    @Override
    public void encode(RecordView value, ByteSink sink) {
        write(type, value, sink);
    }

    private void write(BuiltInType.Fields fields, RecordView view, ByteSink sink) {
        if (!view.names().equals(fields.list().stream().map(BuiltInType.Field::name).toList())) {
            throw mismatch(fields, view);
        }
        for (int i = 0; i < fields.list().size(); i++) {
            writeField(fields.list().get(i), view.values().get(i), sink);
        }
    }

    private void writeField(BuiltInType.Field field, Object value, ByteSink sink) {
        if (field.type() instanceof BuiltInType.Fields nested && value instanceof RecordView view) {
            write(nested, view, sink);
        } else if (field.type() == BuiltInType.Scalar.STRING && value instanceof String v) {
            RecordOutput.writeString(v, sink);
        } else if (field.type() == BuiltInType.Scalar.BYTES && value instanceof Bytes v) {
            RecordOutput.writeBytes(v, sink);
        } else if (field.type() == BuiltInType.Scalar.INT && value instanceof Integer v) {
            RecordOutput.writeInt(v, sink);
        } else if (field.type() == BuiltInType.Scalar.LONG && value instanceof Long v) {
            RecordOutput.writeLong(v, sink);
        } else if (field.type() == BuiltInType.Scalar.DOUBLE && value instanceof Double v) {
            RecordOutput.writeDouble(v, sink);
        } else if (field.type() == BuiltInType.Scalar.BOOLEAN && value instanceof Boolean v) {
            RecordOutput.writeBoolean(v, sink);
        } else {
            throw mismatch(field, value);
        }
    }

    private SssException mismatch(Object expected, Object found) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "a view of " + typeName + " needs " + expected + " but has "
                + found + " (" + found.getClass().getSimpleName() + ")");
    }

    @Override
    public RecordView decode(byte[] bytes, int offset, int length) {
        RecordInput input = new RecordInput(typeName).set(bytes, offset, length);
        RecordView view = read(type, input);
        input.checkEnd();
        return view;
    }

    private static RecordView read(BuiltInType.Fields fields, RecordInput input) {
        List<Object> values = new ArrayList<>();
        fields.list().forEach(field -> values.add(readField(field.type(), input)));
        return new RecordView(fields.list().stream().map(BuiltInType.Field::name).toList(), values);
    }

    private static Object readField(BuiltInType type, RecordInput input) {
        if (type instanceof BuiltInType.Fields nested) {
            return read(nested, input);
        }
        return switch ((BuiltInType.Scalar) type) {
            case STRING -> input.readString();
            case BYTES -> input.readBytes();
            case INT -> (Object) input.readInt();
            case LONG -> (Object) input.readLong();
            case DOUBLE -> (Object) input.readDouble();
            case BOOLEAN -> (Object) input.readBoolean();
        };
    }

    @Override
    public boolean equals(Object o) {
        return o instanceof RecordViewCodec other && typeName.equals(other.typeName);
    }

    @Override
    public int hashCode() {
        return typeName.hashCode();
    }

    @Override
    public String toString() {
        return typeName;
    }

    private Object readResolve() {
        return Codecs.byName(typeName);
    }
}
