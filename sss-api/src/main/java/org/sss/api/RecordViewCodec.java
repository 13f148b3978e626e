package org.sss.api;

import java.util.ArrayList;
import java.util.List;

/** Encodes records of which only the type name is known, in the format of {@link RecordCodec}. Stateless. */
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
        if (!view.names()
                .equals(fields.list().stream().map(BuiltInType.Field::name).toList())) {
            throw mismatch(fields, view);
        }
        for (int i = 0; i < fields.list().size(); i++) {
            BuiltInType.Field field = fields.list().get(i);
            writeValue(field, field.type(), view.values().get(i), sink);
        }
    }

    private void writeValue(BuiltInType.Field field, BuiltInType expected, Object value, ByteSink sink) {
        if (expected instanceof BuiltInType.Fields nested && value instanceof RecordView view) {
            write(nested, view, sink);
        } else if (expected instanceof BuiltInType.Several several
                && several.container().objects.isInstance(value)) {
            writeSeveral(field, several, value, sink);
        } else if (!(expected instanceof BuiltInType.Scalar scalar && ScalarFields.write(scalar, value, sink))) {
            throw mismatch(field, value);
        }
    }

    private void writeSeveral(BuiltInType.Field field, BuiltInType.Several several, Object value, ByteSink sink) {
        List<Containers.Writer> writers = new ArrayList<>();
        several.of().forEach(type -> writers.add((element, out) -> writeValue(field, type, element, out)));
        try {
            Containers.write(several.container(), value, writers, sink);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
    }

    private SssException mismatch(Object expected, Object found) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "a view of " + typeName + " needs " + expected + " but has " + found + " ("
                        + found.getClass().getSimpleName() + ")");
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
        fields.list().forEach(field -> values.add(readValue(field.type(), input)));
        return new RecordView(
                fields.list().stream().map(BuiltInType.Field::name).toList(), values);
    }

    static Object readValue(BuiltInType type, RecordInput input) {
        if (type instanceof BuiltInType.Fields nested) {
            return read(nested, input);
        }
        return type instanceof BuiltInType.Several several
                ? readSeveral(several, input)
                : ScalarFields.read((BuiltInType.Scalar) type, input);
    }

    private static Object readSeveral(BuiltInType.Several several, RecordInput input) {
        List<Containers.Reader> readers = new ArrayList<>();
        several.of().forEach(type -> readers.add(in -> readValue(type, in)));
        try {
            return Containers.read(several.container(), readers, input);
        } catch (RuntimeException | Error e) {
            throw e;
        } catch (Throwable e) {
            throw new IllegalStateException(e);
        }
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
