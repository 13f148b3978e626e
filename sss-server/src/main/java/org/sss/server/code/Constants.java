package org.sss.server.code;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.nio.charset.Charset;
import java.util.Collection;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import org.slf4j.Logger;
import org.sss.api.Codec;
import org.sss.api.TupleGroup;

/**
 * Tells classes that remember nothing: whose static fields are final, of types whose objects nobody can change. It goes by declared types
 * alone, since to look at a value would run the class's static initializer. Used by one thread.
 */
final class Constants {
    private static final Set<Class<?>> IMMUTABLE = Set.of(String.class, Boolean.class, Byte.class, Short.class, Character.class, Integer.class,
            Long.class, Float.class, Double.class, BigInteger.class, BigDecimal.class, Class.class, Pattern.class, Charset.class, Locale.class,
            UUID.class, URI.class, Logger.class, Codec.class, TupleGroup.class);

    /** Types of user code that were looked at, or are being looked at. */
    private final Set<Class<?>> known = new HashSet<>();

    private Constants() {
    }

    /** Whether the static fields of all {@code classes} are such. */
    static boolean only(Collection<Class<?>> classes) {
        Constants constants = new Constants();
        try {
            return classes.stream().allMatch(constants::hasOnly);
        } catch (LinkageError e) {
            // A field has a type that was not sent.
            return false;
        }
    }

    private boolean hasOnly(Class<?> type) {
        for (Field field : type.getDeclaredFields()) {
            // What compilers add are values of enums, tables for switches, caches.
            if (Modifier.isStatic(field.getModifiers()) && !field.isSynthetic() && !isConstant(field, type.getClassLoader())) {
                return false;
            }
        }
        return true;
    }

    private boolean isConstant(Field field, ClassLoader user) {
        return Modifier.isFinal(field.getModifiers()) && isImmutable(field.getType(), user);
    }

    private boolean isImmutable(Class<?> type, ClassLoader user) {
        if (type.isPrimitive() || IMMUTABLE.contains(type) || type.getPackageName().equals("java.time") && Modifier.isFinal(type.getModifiers())) {
            return true;
        }
        if (type.getClassLoader() != user || type.isArray() || !Modifier.isFinal(type.getModifiers())) {
            return false;
        }
        return !known.add(type) || hasFinalFields(type, user);
    }

    private boolean hasFinalFields(Class<?> type, ClassLoader user) {
        for (Class<?> c = type; c != null && c != Object.class && c != Enum.class && c != Record.class; c = c.getSuperclass()) {
            for (Field field : c.getDeclaredFields()) {
                if (!Modifier.isStatic(field.getModifiers()) && !isConstant(field, user)) {
                    return false;
                }
            }
        }
        return true;
    }
}
