package org.sss.api;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** What a built-in type name says. {@code toString} gives the name back. Immutable. */
sealed interface BuiltInType {
    /** Records may be nested this deep; a stored name of more levels is not one of ours. */
    int MAX_DEPTH = 32;

    /** The type called {@code typeName}, or nothing when it is the name of a user's codec. */
    static Optional<BuiltInType> ofKeyOrValue(String typeName) {
        return new TypeNameParser(typeName).parse().filter(type -> type != Scalar.BOOLEAN);
    }

    /** A type without fields. */
    enum Scalar implements BuiltInType {
        STRING, BYTES, INT, LONG, DOUBLE,
        /** In records only. */
        BOOLEAN;

        private final String typeName = name().toLowerCase(java.util.Locale.ROOT);

        @Override
        public String toString() {
            return typeName;
        }
    }

    /** A record, by the names and types of its fields in the order of declaration. */
    record Fields(List<Field> list) implements BuiltInType {
        @Override
        public String toString() {
            return list.stream().map(Field::toString).collect(Collectors.joining(",", "record(", ")"));
        }
    }

    /** One field of a record. */
    record Field(String name, BuiltInType type) {
        @Override
        public String toString() {
            return name + ":" + type;
        }
    }
}
