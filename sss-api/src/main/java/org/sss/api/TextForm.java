package org.sss.api;

/**
 * Converts keys and values of one type to text and back, for tab-separated files and the command line. Immutable.
 *
 * <ul>
 *   <li>{@code string}, {@code bytes}, and types of users' codecs: the bytes, with tab, newline, carriage return and
 *       backslash as {@code \t \n \r \\} and other control characters as {@code \xHH}. Everything else is unchanged,
 *       including bytes that are not UTF-8, so that parsing a rendered text returns the same bytes.
 *   <li>{@code int}, {@code long}: decimal; {@code double}: as {@link Double#toString(double)}; the parser accepts any
 *     {@link NumberSyntax}
 *   <li>records: {@code {name="a b", x=1.0, inner={n=3}}}, strings, chars and bytes quoted and escaped as above; in
 *       them times as {@code 2026-11-26} and {@code 2026-11-26T22:05:56Z}, lists and sets as {@code [1, 2]}, maps as
 *       {@code {"a"=1, "b"=2}}, an optional as its value or {@code none}
 * </ul>
 */
public final class TextForm {
    private static final int MAX_LONG_CHARS = 20;

    private final String typeName;
    private final BuiltInType type;

    private TextForm(String typeName) {
        this.typeName = typeName;
        type = BuiltInType.ofKeyOrValue(typeName).orElse(BuiltInType.Scalar.BYTES);
    }

    /**
     * Returns the text form of the type with that {@linkplain Codec#name() name}; a name that is not built in is shown
     * as bytes.
     */
    public static TextForm of(String typeName) {
        return new TextForm(typeName);
    }

    public static TextForm of(Codec<?> codec) {
        return new TextForm(codec.name());
    }

    /**
     * Appends the text of the encoded object in {@code bytes[offset, offset + length)}.
     *
     * @throws SssException {@link ErrorCode#CORRUPT} if the bytes are not an encoding of this type
     */
    public void append(byte[] bytes, int offset, int length, ByteSink out) {
        if (type instanceof BuiltInType.Fields fields) {
            RecordInput input = new RecordInput(typeName).set(bytes, offset, length);
            appendRecord(fields, input, out);
            input.checkEnd();
            return;
        }
        switch ((BuiltInType.Scalar) type) {
            case INT -> appendLong(Codecs.INT.decode(bytes, offset, length), out);
            case LONG -> appendLong(Codecs.LONG.decode(bytes, offset, length), out);
            case DOUBLE -> Utf8.append(Double.toString(Codecs.DOUBLE.decode(bytes, offset, length)), out);
            default -> TextEscapes.append(bytes, offset, length, out);
        }
    }

    /** Like {@link #append}, as a string; bytes that are not UTF-8 become U+FFFD. */
    public String render(byte[] bytes, int offset, int length) {
        ByteSink out = new ByteSink(length + 16);
        append(bytes, offset, length, out);
        return new Bytes().set(out.array(), 0, out.size()).toString();
    }

    /**
     * Parses a text as returned by {@link #render} and returns the encoding of the object. In records, strings without
     * commas and braces need no quotation marks.
     *
     * @throws SssException {@link ErrorCode#INVALID_ARGUMENT} if the text does not describe an object of this type
     */
    public byte[] parse(String text) {
        return TextParser.parse(type, typeName, text);
    }

    private static void appendRecord(BuiltInType.Fields fields, RecordInput input, ByteSink out) {
        out.writeByte('{');
        String separator = "";
        for (BuiltInType.Field field : fields.list()) {
            Utf8.append(separator, out);
            Utf8.append(field.name(), out);
            out.writeByte('=');
            appendField(field.type(), input, out);
            separator = ", ";
        }
        out.writeByte('}');
    }

    private static void appendField(BuiltInType type, RecordInput input, ByteSink out) {
        if (type instanceof BuiltInType.Fields nested) {
            appendRecord(nested, input, out);
            return;
        }
        if (type instanceof BuiltInType.Several) {
            RecordView.appendValue(RecordViewCodec.readValue(type, input), out);
            return;
        }
        switch ((BuiltInType.Scalar) type) {
            case INT -> appendLong(input.readInt(), out);
            case LONG -> appendLong(input.readLong(), out);
            case DOUBLE -> Utf8.append(Double.toString(input.readDouble()), out);
            case BOOLEAN -> Utf8.append(Boolean.toString(input.readBoolean()), out);
            case STRING, BYTES -> {
                Bytes view = input.readView();
                TextEscapes.appendQuoted(view.array(), view.offset(), view.length(), out);
            }
            default -> RecordView.appendValue(RecordViewCodec.readValue(type, input), out);
        }
    }

    /** Writes decimal digits from right to left, from a negative number, since -MIN_VALUE does not exist. */
    private static void appendLong(long value, ByteSink out) {
        out.ensure(MAX_LONG_CHARS);
        byte[] array = out.array();
        int end = out.size() + MAX_LONG_CHARS;
        int at = end;
        long rest = value < 0 ? value : -value;
        do {
            array[--at] = (byte) ('0' - rest % 10);
            rest /= 10;
        } while (rest != 0);
        if (value < 0) {
            array[--at] = '-';
        }
        System.arraycopy(array, at, array, out.size(), end - at);
        out.advance(end - at);
    }
}
