package org.sss.api;

import org.sss.api.BuiltInType.Scalar;

/** Parses what {@link TextForm} renders. One thread, one use. */
final class TextParser {
    private final String typeName;
    private final String text;
    private final ByteSink out = new ByteSink(64);
    private int at;

    private TextParser(String typeName, String text) {
        this.typeName = typeName;
        this.text = text;
    }

    static byte[] parse(BuiltInType type, String typeName, String text) {
        if (type == Scalar.STRING || type == Scalar.BYTES) {
            return TextEscapes.parse(text);
        }
        TextParser parser = new TextParser(typeName, text);
        if (type instanceof BuiltInType.Fields fields) {
            parser.record(fields);
            parser.expectEnd();
        } else {
            parser.scalar((Scalar) type, text);
        }
        return parser.out.toByteArray();
    }

    private void record(BuiltInType.Fields fields) {
        expect("{");
        String separator = "";
        for (BuiltInType.Field field : fields.list()) {
            expect(separator);
            expect(field.name());
            expect("=");
            field(field.type());
            separator = ",";
        }
        expect("}");
    }

    private void field(BuiltInType type) {
        if (type instanceof BuiltInType.Fields nested) {
            record(nested);
            return;
        }
        skipSpaces();
        boolean quoted = text.startsWith("\"", at);
        String value = quoted ? quoted() : bare();
        if (type == Scalar.STRING || type == Scalar.BYTES) {
            RecordOutput.writeByteArray(TextEscapes.parse(value), out);
        } else {
            scalar((Scalar) type, value);
        }
    }

    private String quoted() {
        int from = ++at;
        while (at < text.length() && text.charAt(at) != '"') {
            at += text.charAt(at) == '\\' ? 2 : 1;
        }
        if (at >= text.length()) {
            throw invalid("has no closing quotation mark for the one at index " + (from - 1));
        }
        return text.substring(from, at++);
    }

    private String bare() {
        int from = at;
        while (at < text.length() && ",{}\"".indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(from, at).stripTrailing();
    }

    private void scalar(Scalar type, String value) {
        try {
            switch (type) {
                case INT -> RecordOutput.writeInt(NumberSyntax.parseInt(value), out);
                case LONG -> RecordOutput.writeLong(NumberSyntax.parseLong(value), out);
                case DOUBLE -> RecordOutput.writeDouble(NumberSyntax.parseDouble(value), out);
                default -> RecordOutput.writeBoolean(parseBoolean(value), out);
            }
        } catch (NumberFormatException e) {
            throw invalid("needs a number of type " + type + " and has '" + value + "', which " + e.getMessage());
        }
    }

    private boolean parseBoolean(String value) {
        if (!value.equals("true") && !value.equals("false")) {
            throw invalid("has '" + value + "' where true or false is needed");
        }
        return value.equals("true");
    }

    private void expect(String token) {
        skipSpaces();
        if (!text.startsWith(token, at)) {
            throw invalid("needs '" + token + "' at index " + at);
        }
        at += token.length();
    }

    private void expectEnd() {
        skipSpaces();
        if (at != text.length()) {
            throw invalid("goes on after the record, at index " + at);
        }
    }

    private void skipSpaces() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "'" + text + "' is no " + typeName + ": it " + what
                + (typeName.startsWith("record(") ? "; records are written {a=1, b=\"text\"}, all fields in the order of the type"
                        : ""));
    }
}
