package org.sss.io.join;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.sss.api.ByteSink;
import org.sss.api.Bytes;
import org.sss.api.Codec;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.ErrorCode;
import org.sss.api.JoinKind;
import org.sss.api.Joiner;
import org.sss.api.RecordView;
import org.sss.api.SssException;
import org.sss.api.TaskContext;

/**
 * Joins encoded values of two groups to records that have the fields of both. A value that is no record is the field
 * {@code left} or {@code right}; a name that both sides have gets the prefix {@code left_} or {@code right_}. The
 * fields of a side that a key may lack are optional. One thread; each task has a copy.
 */
public final class RecordJoiner implements Joiner<Bytes, Bytes, Bytes, Bytes, Bytes> {
    private static final long serialVersionUID = 1L;
    private static final String RECORD = "record(";

    private final Side left;
    private final Side right;
    private transient Codec<Object> output;
    private transient ByteSink sink;

    /**
     * @param type   type of the values
     * @param lacked whether there are keys without a value of this side
     * @param names  of the fields in the output
     */
    private record Side(String type, boolean lacked, List<String> names) implements java.io.Serializable {
        static Side of(String type, String name, boolean lacked, String other) {
            List<String> own = fields(type, name);
            List<String> others = fields(other, name.equals("left") ? "right" : "left");
            return new Side(
                    type,
                    lacked,
                    own.stream()
                            .map(field -> others.contains(field) ? name + "_" + field : field)
                            .toList());
        }

        private static List<String> fields(String type, String name) {
            return type.startsWith(RECORD)
                    ? List.copyOf(RecordView.fieldsOf(type).keySet())
                    : List.of(name);
        }

        /** Returns the types of the fields in the output. */
        private List<String> types() {
            List<String> own = type.startsWith(RECORD)
                    ? List.copyOf(RecordView.fieldsOf(type).values())
                    : List.of(type);
            return own.stream()
                    .map(field -> isWrapped(field) ? "optional(" + field + ")" : field)
                    .toList();
        }

        private boolean isWrapped(String field) {
            return lacked && !field.startsWith("optional(");
        }

        /** @param value null if the key has none */
        void addTo(List<Object> values, Object value) {
            List<String> own = type.startsWith(RECORD)
                    ? List.copyOf(RecordView.fieldsOf(type).values())
                    : List.of(type);
            for (int i = 0; i < own.size(); i++) {
                if (value == null) {
                    values.add(Optional.empty());
                } else {
                    Object field =
                            value instanceof RecordView record ? record.values().get(i) : value;
                    values.add(isWrapped(own.get(i)) ? Optional.of(field) : field);
                }
            }
        }
    }

    /**
     * @param leftType  type of the left values, by {@linkplain Codec#name() name}
     * @param rightType type of the right values
     * @throws SssException TYPE_MISMATCH for types that are not built in
     */
    public RecordJoiner(String leftType, String rightType, JoinKind kind) {
        for (String type : List.of(leftType, rightType)) {
            if (!Codecs.isBuiltIn(type)) {
                throw new SssException(
                        ErrorCode.TYPE_MISMATCH,
                        "values of type " + type + " have no fields that are known here; join such"
                                + " groups in a program (workflow.join)");
            }
        }
        left = Side.of(leftType, "left", kind.takesRightAlone(), rightType);
        right = Side.of(rightType, "right", kind.takesLeftAlone(), leftType);
    }

    /** Returns the type of the output values, a record. */
    public String valueType() {
        Map<String, String> fields = new LinkedHashMap<>();
        for (Side side : List.of(left, right)) {
            for (int i = 0; i < side.names().size(); i++) {
                fields.put(side.names().get(i), side.types().get(i));
            }
        }
        return fields.entrySet().stream()
                .map(field -> field.getKey() + ":" + field.getValue())
                .collect(Collectors.joining(",", RECORD, ")"));
    }

    @Override
    @SuppressWarnings("unchecked")
    public void setup(TaskContext context) {
        output = (Codec<Object>) Codecs.byName(valueType());
        sink = new ByteSink(256);
    }

    @Override
    public void join(Bytes key, Bytes leftValue, Bytes rightValue, Emitter<Bytes, Bytes> out) {
        List<Object> values = new ArrayList<>();
        left.addTo(values, decoded(left.type(), leftValue));
        right.addTo(values, decoded(right.type(), rightValue));
        List<String> names = new ArrayList<>(left.names());
        names.addAll(right.names());
        sink.clear();
        output.encode(new RecordView(names, values), sink);
        out.emit(key, new Bytes().set(sink.array(), 0, sink.size()));
    }

    private static Object decoded(String type, Bytes value) {
        return value == null ? null : Codecs.byName(type).decode(value.array(), value.offset(), value.length());
    }
}
