package org.sss.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** What a built-in type name says. {@code toString} gives the name back. Immutable. */
sealed interface BuiltInType {
    /** Records may be nested this deep; a stored name of more levels is not one of ours. */
    int MAX_DEPTH = 32;

    /** As {@link #ofKeyOrValue}, also for types that only fields have. */
    static Optional<BuiltInType> ofField(String typeName) {
        return new TypeNameParser(typeName).parse();
    }

    /** The type called {@code typeName}, or nothing when it is the name of a user's codec. */
    static Optional<BuiltInType> ofKeyOrValue(String typeName) {
        return new TypeNameParser(typeName).parse().filter(type -> type instanceof Fields || type instanceof Scalar scalar && !scalar.isField());
    }

    /** Whether the unsigned order of encodings is the natural order of the objects. */
    boolean isOrdered();

    /** A type without fields. */
    enum Scalar implements BuiltInType {
        STRING, BYTES, INT, LONG, DOUBLE,
        /** In records only, as all below: users' codecs may have these names. */
        BOOLEAN, FLOAT, SHORT, BYTE, CHAR, INSTANT, DATE, UUID, DECIMAL;

        private final String typeName = name().toLowerCase(java.util.Locale.ROOT);

        boolean isField() {
            return ordinal() >= BOOLEAN.ordinal();
        }

        @Override
        public boolean isOrdered() {
            return this != DECIMAL;
        }

        @Override
        public String toString() {
            return typeName;
        }
    }

    /** A record, by the names and types of its fields in the order of declaration. */
    record Fields(List<Field> list) implements BuiltInType {
        @Override
        public boolean isOrdered() {
            return list.stream().allMatch(field -> field.type.isOrdered());
        }

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

    /** What a field may have several of. */
    enum Container {
        LIST(1, List.class), SET(1, Set.class), MAP(2, Map.class), OPTIONAL(1, Optional.class);

        final int elements;
        final Class<?> objects;
        private final String typeName = name().toLowerCase(java.util.Locale.ROOT);

        Container(int elements, Class<?> objects) {
            this.elements = elements;
            this.objects = objects;
        }

        @Override
        public String toString() {
            return typeName;
        }
    }

    /** Several of a type in a record: of a map, those of its keys and of its values. */
    record Several(Container container, List<BuiltInType> of) implements BuiltInType {
        @Override
        public boolean isOrdered() {
            return (container == Container.LIST || container == Container.OPTIONAL) && of.get(0).isOrdered();
        }

        @Override
        public String toString() {
            return of.stream().map(BuiltInType::toString).collect(Collectors.joining(",", container + "(", ")"));
        }
    }
}
