package org.sss.server.code;

import java.lang.invoke.VarHandle;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.nio.charset.Charset;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.sss.api.Codec;
import org.sss.api.TupleGroup;

/**
 * Tells classes that remember nothing: whose static fields are final and the same whenever they are computed. Numbers and strings have to be in the
 * class file, since others may be the day of the first run, or what a file held then. It goes by the file and by declared types alone: to
 * look at a value would run the class's static initializer. Stateless.
 */
final class Constants {
    /** Nobody computes these from anything but constants. */
    private static final Set<Class<?>> INERT = Set.of(TupleGroup.class, Codec.class, Logger.class, Class.class, Pattern.class,
            VarHandle.class, Charset.class, DateTimeFormatter.class);
    /** What fields of enums may be, beside numbers. */
    private static final Set<Class<?>> IMMUTABLE = Set.of(String.class, Boolean.class, Character.class, Integer.class, Long.class, Double.class,
            Class.class, Pattern.class);

    private Constants() {
    }

    /**
     * A static field that may remember something, as {@code Type.field}; empty when there is none.
     *
     * @param classes with the names of those static fields whose values are not in the class file
     */
    static Optional<String> state(Map<Class<?>, Set<String>> classes) {
        try {
            return classes.entrySet().stream().flatMap(entry -> state(entry.getKey(), entry.getValue()))
                    .map(field -> field.getDeclaringClass().getName() + "." + field.getName()).min(Comparator.naturalOrder());
        } catch (LinkageError e) {
            return Optional.of("a field whose type was not sent: " + e.getMessage());
        }
    }

    private static Stream<Field> state(Class<?> type, Set<String> computed) {
        // What compilers add are values of enums, tables for switches, caches.
        return Arrays.stream(type.getDeclaredFields()).filter(field -> Modifier.isStatic(field.getModifiers()) && !field.isSynthetic())
                .filter(field -> !Modifier.isFinal(field.getModifiers()) || !isConstant(field, computed));
    }

    private static boolean isConstant(Field field, Set<String> computed) {
        return !computed.contains(field.getName()) || INERT.contains(field.getType())
                || field.isEnumConstant() && isImmutable(field.getType());
    }

    private static boolean isImmutable(Class<?> anEnum) {
        return Modifier.isFinal(anEnum.getModifiers()) && Arrays.stream(anEnum.getDeclaredFields())
                .filter(field -> !Modifier.isStatic(field.getModifiers())).allMatch(field -> Modifier.isFinal(field.getModifiers())
                        && (field.getType().isPrimitive() || IMMUTABLE.contains(field.getType())));
    }
}
