package org.sss.api;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandles;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * A record field that is an enum, encoded as the name of the constant: constants may be added and reordered. Immutable.
 */
record EnumField(String enumName, Map<String, Object> constants) {
    static RecordPlanner.Plan plan(Class<?> enumClass) {
        Map<String, Object> constants = Arrays.stream(enumClass.getEnumConstants())
                .collect(Collectors.toUnmodifiableMap(constant -> ((Enum<?>) constant).name(), Function.identity()));
        EnumField field = new EnumField(enumClass.getName(), constants);
        try {
            MethodHandles.Lookup lookup = MethodHandles.lookup();
            return new RecordPlanner.Plan(
                            BuiltInType.Scalar.STRING,
                            lookup.bind(field, "write", methodType(void.class, Object.class, ByteSink.class)),
                            lookup.bind(field, "read", methodType(Object.class, RecordInput.class)))
                    .of(enumClass);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    void write(Object constant, ByteSink sink) {
        RecordOutput.writeString(((Enum<?>) constant).name(), sink);
    }

    Object read(RecordInput input) {
        String name = input.readString();
        Object constant = constants.get(name);
        if (constant == null) {
            throw input.corrupt("has '" + name + "' for the enum " + enumName + ", which has "
                    + constants.keySet().stream().sorted().toList());
        }
        return constant;
    }
}
