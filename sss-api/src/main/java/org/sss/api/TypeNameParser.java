package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Reads type names: {@code type = scalar | "record(" [field {"," field}] ")" | "list(" type ")" | "set(" type ")" |
 * "optional(" type ")" | "map(" type "," type ")"}, {@code field = name ":" type}. Single use, not thread-safe.
 */
final class TypeNameParser {
    private static final String RECORD = "record(";

    private final String text;
    private int at;

    TypeNameParser(String text) {
        this.text = text;
    }

    Optional<BuiltInType> parse() {
        BuiltInType type = type(0);
        return at == text.length() ? Optional.ofNullable(type) : Optional.empty();
    }

    /** Returns the type that starts at the current offset, or null if there is none. */
    private BuiltInType type(int depth) {
        if (text.startsWith(RECORD, at)) {
            at += RECORD.length();
            return depth < BuiltInType.MAX_DEPTH ? fields(depth) : null;
        }
        String name = identifier();
        for (BuiltInType.Container container : BuiltInType.Container.values()) {
            if (container.toString().equals(name) && skip('(')) {
                return depth < BuiltInType.MAX_DEPTH ? several(container, depth) : null;
            }
        }
        for (BuiltInType.Scalar scalar : BuiltInType.Scalar.values()) {
            if (scalar.toString().equals(name)) {
                return scalar;
            }
        }
        return null;
    }

    private BuiltInType several(BuiltInType.Container container, int depth) {
        List<BuiltInType> of = new ArrayList<>();
        for (int i = 0; i < container.elements; i++) {
            BuiltInType type = i > 0 && !skip(',') ? null : type(depth + 1);
            if (type == null) {
                return null;
            }
            of.add(type);
        }
        return skip(')') ? new BuiltInType.Several(container, List.copyOf(of)) : null;
    }

    private BuiltInType fields(int depth) {
        List<BuiltInType.Field> fields = new ArrayList<>();
        if (skip(')')) {
            return new BuiltInType.Fields(List.of());
        }
        do {
            String name = identifier();
            BuiltInType type = name.isEmpty() || !skip(':') ? null : type(depth + 1);
            if (type == null) {
                return null;
            }
            fields.add(new BuiltInType.Field(name, type));
        } while (skip(','));
        return skip(')') ? new BuiltInType.Fields(List.copyOf(fields)) : null;
    }

    private String identifier() {
        int start = at;
        while (at < text.length() && Character.isJavaIdentifierPart(text.charAt(at))) {
            at++;
        }
        return text.substring(start, at);
    }

    private boolean skip(char expected) {
        boolean there = at < text.length() && text.charAt(at) == expected;
        at += there ? 1 : 0;
        return there;
    }
}
