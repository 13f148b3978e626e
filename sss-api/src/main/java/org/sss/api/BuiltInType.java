package org.sss.api;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A parsed built-in type name. {@code toString} returns the name. Immutable. */
sealed interface BuiltInType {
    /** Maximum nesting of records; a stored name with more levels is not a built-in type. */
    int MAX_DEPTH = 32;

    /** Like {@link #ofKeyOrValue}, but also accepts types that are allowed only in fields. */
    static Optional<BuiltInType> ofField(String typeName) {
        return new TypeNameParser(typeName).parse();
    }

    /** Returns the type of that name, or empty if it is the name of a user's codec. */
    static Optional<BuiltInType> ofKeyOrValue(String typeName) {
        return new TypeNameParser(typeName)
                .parse()
                .filter(type -> type instanceof Fields || type instanceof Scalar scalar && !scalar.isField());
    }

    /** Returns whether the unsigned order of encodings is the natural order of the objects. */
    boolean isOrdered();

    /** A type without fields. */
    enum Scalar implements BuiltInType {
        STRING,
        BYTES,
        INT,
        LONG,
        DOUBLE,
        /** This type and those below are for record fields only: users' codecs may have these names. */
        BOOLEAN,
        FLOAT,
        SHORT,
        BYTE,
        CHAR,
        INSTANT,
        DATE,
        UUID,
        DECIMAL;

        private final String typeName = name().toLowerCase(java.util.Locale.ROOT);

        boolean isField() {
            return compareTo(BOOLEAN) >= 0;
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

    /** Container type of a field. */
    enum Container {
        LIST(1, List.class),
        SET(1, Set.class),
        MAP(2, Map.class),
        OPTIONAL(1, Optional.class);

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

    /** A container in a record and its element types; a map has two, for keys and values. */
    record Several(Container container, List<BuiltInType> of) implements BuiltInType {
        @Override
        public boolean isOrdered() {
            return (container == Container.LIST || container == Container.OPTIONAL)
                    && of.get(0).isOrdered();
        }

        @Override
        public String toString() {
            return of.stream().map(BuiltInType::toString).collect(Collectors.joining(",", container + "(", ")"));
        }
    }
}
