package org.sss.api;

import java.util.ArrayList;
import java.util.List;
import org.sss.api.BuiltInType.Scalar;

/** Parses what {@link TextForm} renders. Single use, not thread-safe. */
final class TextParser {
    /** An optional without a value. */
    static final String NONE = "none";

    private static final String STOPS = ",{}\"";

    private final String typeName;
    private final String text;
    private ByteSink out = new ByteSink(64);
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

    /** Like {@link #parse}, for the type of a field. */
    static byte[] parseField(BuiltInType type, String text) {
        TextParser parser = new TextParser(type.toString(), text);
        parser.field(type, type instanceof Scalar ? "" : STOPS);
        parser.expectEnd();
        return parser.out.toByteArray();
    }

    private void record(BuiltInType.Fields fields) {
        expect("{");
        String separator = "";
        for (BuiltInType.Field field : fields.list()) {
            expect(separator);
            expect(field.name());
            expect("=");
            field(field.type(), STOPS);
            separator = ",";
        }
        expect("}");
    }

    /** @param stops characters that end a text without quotation marks */
    private void field(BuiltInType type, String stops) {
        if (type instanceof BuiltInType.Fields nested) {
            record(nested);
            return;
        }
        if (type instanceof BuiltInType.Several several) {
            several(several, stops);
            return;
        }
        skipSpaces();
        boolean quoted = text.startsWith("\"", at);
        String value = quoted ? quoted() : bare(stops);
        if (type == Scalar.STRING || type == Scalar.BYTES) {
            RecordOutput.writeByteArray(TextEscapes.parse(value), out);
        } else if (type == Scalar.CHAR) {
            RecordOutput.writeChar(character(value), out);
        } else {
            scalar((Scalar) type, value);
        }
    }

    private char character(String value) {
        String unescaped = Bytes.of(TextEscapes.parse(value)).toString();
        if (unescaped.length() != 1) {
            throw invalid("has '" + value + "' where one character of 16 bits is needed");
        }
        return unescaped.charAt(0);
    }

    private void several(BuiltInType.Several several, String stops) {
        switch (several.container()) {
            case OPTIONAL -> optional(several.of().get(0), stops);
            case LIST -> list(several.of().get(0));
            case SET, MAP -> sorted(several);
        }
    }

    private void optional(BuiltInType type, String stops) {
        skipSpaces();
        int from = at;
        boolean isNone = bare(stops).equals(NONE);
        out.writeByte(isNone ? Containers.END : Containers.ELEMENT);
        if (!isNone) {
            at = from;
            field(type, stops);
        }
    }

    private void list(BuiltInType type) {
        expect("[");
        for (String separator = ""; !isNext("]"); separator = ",") {
            expect(separator);
            out.writeByte(Containers.ELEMENT);
            field(type, STOPS + "]");
        }
        expect("]");
        out.writeByte(Containers.END);
    }

    private void sorted(BuiltInType.Several several) {
        boolean isMap = several.container() == BuiltInType.Container.MAP;
        ByteSink whole = out;
        List<Containers.Entry> entries = new ArrayList<>();
        expect(isMap ? "{" : "[");
        for (String separator = ""; !isNext(isMap ? "}" : "]"); separator = ",") {
            expect(separator);
            out = new ByteSink(32);
            field(several.of().get(0), STOPS + (isMap ? "=" : "]"));
            int keyBytes = out.size();
            if (isMap) {
                expect("=");
                field(several.of().get(1), STOPS);
            }
            entries.add(new Containers.Entry(out.toByteArray(), keyBytes));
        }
        expect(isMap ? "}" : "]");
        out = whole;
        Containers.writeSorted(several.container(), entries, out);
    }

    private boolean isNext(String token) {
        skipSpaces();
        return text.startsWith(token, at);
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

    private String bare(String stops) {
        int from = at;
        while (at < text.length() && stops.indexOf(text.charAt(at)) < 0) {
            at++;
        }
        return text.substring(from, at).stripTrailing();
    }

    private void scalar(Scalar type, String value) {
        if (type == Scalar.BOOLEAN) {
            RecordOutput.writeBoolean(parseBoolean(value), out);
            return;
        }
        try {
            switch (type) {
                case INT -> RecordOutput.writeInt(NumberSyntax.parseInt(value), out);
                case LONG -> RecordOutput.writeLong(NumberSyntax.parseLong(value), out);
                case DOUBLE -> RecordOutput.writeDouble(NumberSyntax.parseDouble(value), out);
                default -> ScalarFields.write(type, ScalarFields.parse(type, value), out);
            }
        } catch (NumberFormatException e) {
            boolean isNumber = type != Scalar.DATE && type != Scalar.INSTANT && type != Scalar.UUID;
            throw invalid("needs a " + (isNumber ? "number of type " : "") + type + " and has '" + value + "', which "
                    + e.getMessage());
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
            throw invalid("has text after the record, at index " + at);
        }
    }

    private void skipSpaces() {
        while (at < text.length() && text.charAt(at) == ' ') {
            at++;
        }
    }

    private SssException invalid(String what) {
        return new SssException(
                ErrorCode.INVALID_ARGUMENT,
                "'" + text + "' is no " + typeName + ": it " + what
                        + (typeName.startsWith("record(")
                                ? "; records are written {a=1, b=\"text\"}, all fields in the order of the type"
                                : ""));
    }
}
