package org.sss.server.code;

import java.util.Map;
import java.util.Set;
import org.objectweb.asm.Type;

/**
 * Lists code of the JDK, the API and the logging facade that computes immutable values from immutable values, always
 * the same ones. By internal names. Stateless.
 */
final class KnownCode {
    private static final Set<String> NUMBERS = Set.of(
            "java/lang/Boolean",
            "java/lang/Byte",
            "java/lang/Character",
            "java/lang/Short",
            "java/lang/Integer",
            "java/lang/Long",
            "java/lang/Float",
            "java/lang/Double");
    private static final Set<String> OF_NUMBERS = Set.of(
            "valueOf",
            "booleanValue",
            "byteValue",
            "charValue",
            "shortValue",
            "intValue",
            "longValue",
            "floatValue",
            "doubleValue",
            "parseInt",
            "parseLong",
            "parseDouble");
    /** Classes whose static fields are such values. */
    private static final Set<String> CONSTANTS = Set.of(
            "org/sss/api/Codecs",
            "org/sss/api/Compression",
            "java/nio/charset/StandardCharsets",
            "java/nio/ByteOrder",
            "java/util/concurrent/TimeUnit",
            "java/time/temporal/ChronoUnit",
            "java/time/ZoneOffset",
            "java/time/DayOfWeek",
            "java/time/Month",
            "java/time/Duration",
            "java/math/BigInteger",
            "java/math/BigDecimal",
            "java/util/Locale",
            "java/time/format/DateTimeFormatter");
    /** All methods of these classes except those listed and those that return arrays. */
    private static final Map<String, Set<String>> ALL_BUT = Map.of(
            "org/sss/api/TupleGroup",
            Set.of(),
            "org/sss/api/Codecs",
            Set.of(),
            "java/lang/Math",
            Set.of("random"),
            "java/lang/StrictMath",
            Set.of("random"),
            "java/math/BigInteger",
            Set.of("probablePrime"),
            "java/math/BigDecimal",
            Set.of());

    private static final Map<String, Set<String>> ONLY = Map.ofEntries(
            Map.entry(
                    "java/lang/String",
                    Set.of(
                            "length",
                            "concat",
                            "trim",
                            "strip",
                            "repeat",
                            "substring",
                            "charAt",
                            "isEmpty",
                            "isBlank",
                            "equals",
                            "hashCode",
                            "intern",
                            "replace",
                            "indexOf",
                            "startsWith",
                            "endsWith",
                            "contains")),
            Map.entry("java/util/List", Set.of("of")),
            Map.entry("java/util/Set", Set.of("of")),
            Map.entry("java/util/Map", Set.of("of", "ofEntries", "entry")),
            Map.entry("java/util/Collections", Set.of("emptyList", "emptySet", "emptyMap")),
            Map.entry("java/util/Comparator", Set.of("naturalOrder", "reverseOrder")),
            Map.entry("java/util/Objects", Set.of("requireNonNull")),
            Map.entry("java/util/regex/Pattern", Set.of("compile", "quote")),
            Map.entry("java/nio/charset/Charset", Set.of("forName")),
            Map.entry(
                    "java/time/Duration",
                    Set.of("ofDays", "ofHours", "ofMinutes", "ofSeconds", "ofMillis", "ofNanos", "parse")),
            Map.entry("java/time/LocalDate", Set.of("of", "parse")),
            Map.entry("java/lang/Class", Set.of("desiredAssertionStatus", "getName", "getSimpleName")),
            Map.entry(
                    "java/lang/invoke/MethodHandles",
                    Set.of("lookup", "byteArrayViewVarHandle", "byteBufferViewVarHandle", "arrayElementVarHandle")),
            Map.entry("java/lang/invoke/MethodHandles$Lookup", Set.of("findVarHandle")),
            Map.entry("org/slf4j/LoggerFactory", Set.of("getLogger")));
    private static final Set<String> IMMUTABLE =
            Set.of("java/lang/Object", "java/math/BigInteger", "java/math/BigDecimal");
    private static final Set<String> SUPERCLASSES = Set.of("java/lang/Object", "java/lang/Record", "java/lang/Enum");

    private KnownCode() {}

    static boolean hasConstants(String owner) {
        return CONSTANTS.contains(owner) || NUMBERS.contains(owner);
    }

    /** Returns whether objects created by {@code new} are such values. */
    static boolean isImmutable(String type) {
        return IMMUTABLE.contains(type);
    }

    static boolean isException(String type) {
        return type.startsWith("java/lang/") && (type.endsWith("Error") || type.endsWith("Exception"));
    }

    /** Returns whether its constructor neither retains nor passes on objects. */
    static boolean isPlainSuperclass(String type) {
        return SUPERCLASSES.contains(type);
    }

    static boolean isPure(String owner, String method, String descriptor) {
        Type result = Type.getReturnType(descriptor);
        if (result.getSort() == Type.ARRAY || result.getSort() == Type.VOID) {
            return false;
        }
        if (NUMBERS.contains(owner)) {
            return OF_NUMBERS.contains(method);
        }
        Set<String> not = ALL_BUT.get(owner);
        return not != null
                ? !not.contains(method)
                : ONLY.getOrDefault(owner, Set.of()).contains(method);
    }

    /** Returns whether its text is always the same. */
    static boolean isPlain(Type type) {
        return type.getSort() < Type.ARRAY
                || type.getClassName().equals("java.lang.String")
                || type.getSort() == Type.OBJECT && NUMBERS.contains(type.getInternalName());
    }
}
