package org.sss.api;

import static java.lang.invoke.MethodType.methodType;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Composes the method handles that write and read records of a class. Single use, not thread-safe. */
final class RecordPlanner {
    /** Bounded by the 255 parameters that a constructor may have: long and double count twice. */
    private static final int MAX_FIELDS = 100;

    private static final Map<Type, BuiltInType.Container> CONTAINERS = Map.of(
            List.class,
            BuiltInType.Container.LIST,
            Set.class,
            BuiltInType.Container.SET,
            Map.class,
            BuiltInType.Container.MAP,
            Optional.class,
            BuiltInType.Container.OPTIONAL);

    private final Deque<Class<?>> enclosing = new ArrayDeque<>();

    /** Writer {@code (T, ByteSink)void} and reader {@code (RecordInput)T} of a type T. */
    record Plan(BuiltInType type, MethodHandle writer, MethodHandle reader) {
        Plan of(Class<?> valueClass) {
            return new Plan(
                    type,
                    writer.asType(methodType(void.class, valueClass, ByteSink.class)),
                    reader.asType(methodType(valueClass, RecordInput.class)));
        }
    }

    Plan plan(Class<?> recordClass) {
        check(recordClass);
        enclosing.push(recordClass);
        try {
            return compose(recordClass, recordClass.getRecordComponents());
        } finally {
            enclosing.pop();
        }
    }

    private void check(Class<?> recordClass) {
        if (!recordClass.isRecord()) {
            throw invalid(recordClass, "is not a record");
        }
        if (enclosing.contains(recordClass)) {
            throw invalid(recordClass, "contains itself");
        }
        if (enclosing.size() >= BuiltInType.MAX_DEPTH) {
            throw invalid(recordClass, "is nested deeper than " + BuiltInType.MAX_DEPTH + " records");
        }
        if (recordClass.getRecordComponents().length > MAX_FIELDS) {
            throw invalid(recordClass, "has more than " + MAX_FIELDS + " fields");
        }
    }

    private Plan compose(Class<?> recordClass, RecordComponent[] components) {
        List<BuiltInType.Field> fields = new ArrayList<>();
        List<Plan> plans = new ArrayList<>();
        for (RecordComponent component : components) {
            Plan plan = fieldPlan(component);
            plans.add(plan);
            fields.add(new BuiltInType.Field(component.getName(), plan.type()));
        }
        try {
            MethodHandles.Lookup lookup = MethodHandles.privateLookupIn(recordClass, MethodHandles.lookup());
            return new Plan(
                    new BuiltInType.Fields(List.copyOf(fields)),
                    writer(lookup, recordClass, components, plans),
                    reader(lookup, recordClass, components, plans));
        } catch (ReflectiveOperationException e) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "record " + recordClass.getName() + " is not accessible (" + e.getMessage()
                            + "); make it public, or open its package to SSS in its module-info",
                    e);
        }
    }

    /** Writes the fields in order: each step is prepended to the following ones. */
    private static MethodHandle writer(
            MethodHandles.Lookup lookup, Class<?> recordClass, RecordComponent[] components, List<Plan> plans)
            throws IllegalAccessException {
        MethodHandle all = MethodHandles.empty(methodType(void.class, recordClass, ByteSink.class));
        for (int i = components.length - 1; i >= 0; i--) {
            MethodHandle get = checked(lookup.unreflect(components[i].getAccessor()), components[i]);
            all = MethodHandles.foldArguments(
                    all, MethodHandles.filterArguments(plans.get(i).writer(), 0, get));
        }
        return all;
    }

    private static MethodHandle checked(MethodHandle get, RecordComponent component) {
        if (component.getType().isPrimitive()) {
            return get;
        }
        MethodHandle check = FieldHandles.NOT_NULL.bindTo("field '" + component.getName() + "' of record "
                + component.getDeclaringRecord().getName());
        return MethodHandles.filterReturnValue(get, check.asType(methodType(component.getType(), component.getType())));
    }

    /**
     * Reads the fields in order and calls the constructor. A fold computes the first argument and calls the inner
     * handle, so the constructor's parameters are reversed: the innermost fold, which runs last, provides the last
     * field.
     */
    private static MethodHandle reader(
            MethodHandles.Lookup lookup, Class<?> recordClass, RecordComponent[] components, List<Plan> plans)
            throws ReflectiveOperationException {
        Class<?>[] types =
                Arrays.stream(components).map(RecordComponent::getType).toArray(Class<?>[]::new);
        MethodHandle make = backwards(lookup.findConstructor(recordClass, methodType(void.class, types)));
        make = MethodHandles.dropArguments(make, types.length, RecordInput.class);
        for (int i = types.length - 1; i >= 0; i--) {
            List<Class<?>> before = make.type().parameterList().subList(1, i + 1);
            make = MethodHandles.foldArguments(
                    make, MethodHandles.dropArguments(plans.get(i).reader(), 0, before));
        }
        return make;
    }

    private static MethodHandle backwards(MethodHandle make) {
        int count = make.type().parameterCount();
        int[] order = new int[count];
        MethodType type = make.type();
        for (int i = 0; i < count; i++) {
            order[i] = count - 1 - i;
            type = type.changeParameterType(i, make.type().parameterType(count - 1 - i));
        }
        return MethodHandles.permuteArguments(make, type, order);
    }

    private Plan fieldPlan(RecordComponent component) {
        return plan(component, component.getGenericType(), 0);
    }

    private Plan plan(RecordComponent component, Type type, int depth) {
        if (type instanceof Class<?> plain) {
            Plan scalar = FieldHandles.SCALARS.get(
                    MethodType.methodType(plain).unwrap().returnType());
            if (scalar != null) {
                return scalar.of(plain);
            }
            if (plain.isRecord()) {
                return plan(plain);
            }
            if (plain.isEnum()) {
                return EnumField.plan(plain);
            }
        }
        BuiltInType.Container container =
                type instanceof ParameterizedType generic ? CONTAINERS.get(generic.getRawType()) : null;
        if (container != null && enclosing.size() + depth < BuiltInType.MAX_DEPTH) {
            return several(component, container, (ParameterizedType) type, depth + 1);
        }
        throw invalid(
                component.getDeclaringRecord(),
                "has field '" + component.getName() + "' of " + type.getTypeName()
                        + "; a field is a String, byte[], Bytes, a number or its box, boolean, char, BigDecimal, an "
                        + "enum, Instant, LocalDate, UUID, a"
                        + " record of those, or a List<T>, Set<T>, Map<K, V> or Optional<T> of those");
    }

    private Plan several(
            RecordComponent component, BuiltInType.Container container, ParameterizedType type, int depth) {
        List<BuiltInType> types = new ArrayList<>();
        List<Containers.Writer> writers = new ArrayList<>();
        List<Containers.Reader> readers = new ArrayList<>();
        String what = "an element of field '" + component.getName() + "' of record "
                + component.getDeclaringRecord().getName();
        for (Type argument : type.getActualTypeArguments()) {
            boolean comparesObjects = argument == byte[].class
                    && types.isEmpty()
                    && (container == BuiltInType.Container.SET || container == BuiltInType.Container.MAP);
            if (comparesObjects) {
                throw invalid(
                        component.getDeclaringRecord(),
                        "has field '" + component.getName() + "' of " + type.getTypeName()
                                + ", but arrays are compared by identity; use Bytes");
            }
            Plan plan = plan(component, argument, depth);
            MethodHandle writer = plan.writer().asType(methodType(void.class, Object.class, ByteSink.class));
            MethodHandle reader = plan.reader().asType(methodType(Object.class, RecordInput.class));
            types.add(plan.type());
            writers.add((element, sink) -> {
                writer.invokeExact(FieldHandles.notNull(what, element), sink);
            });
            readers.add(input -> (Object) reader.invokeExact(input));
        }
        return SeveralField.plan(
                new BuiltInType.Several(container, List.copyOf(types)), (Class<?>) type.getRawType(), writers, readers);
    }

    private static SssException invalid(Class<?> recordClass, String what) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "Codecs.record: " + recordClass.getName() + " " + what + "; use a Codec of your own for other classes");
    }
}
