package org.sss.cli.group;

import java.util.Base64;
import java.util.Map;
import org.sss.api.ByteSink;
import org.sss.api.Codecs;
import org.sss.api.TextForm;
import org.sss.client.text.Utf8Text;

/** Text and JSON forms of encoded keys or values of one type. One thread at a time. */
public final class TupleText {
    private final String type;
    private final TextForm form;
    private final Utf8Text utf8 = new Utf8Text();

    public TupleText(String type) {
        this.type = type;
        form = TextForm.of(type);
    }

    byte[] parse(String text) {
        return form.parse(text);
    }

    public void append(byte[] bytes, int offset, int length, ByteSink out) {
        form.append(bytes, offset, length, out);
    }

    /**
     * Returns numbers as numbers, text as strings, other bytes as {@code {"base64": ...}}, records in their text form.
     */
    public Object json(byte[] bytes, int offset, int length) {
        return switch (type) {
            case "int" -> Codecs.INT.decode(bytes, offset, length);
            case "long" -> Codecs.LONG.decode(bytes, offset, length);
            case "double" -> number(Codecs.DOUBLE.decode(bytes, offset, length));
            case "string", "bytes" -> text(bytes, offset, length);
            default -> type.startsWith("record(") ? form.render(bytes, offset, length) : text(bytes, offset, length);
        };
    }

    /** JSON has no infinities and no NaN. */
    private static Object number(double value) {
        return Double.isFinite(value) ? (Object) value : Double.toString(value);
    }

    private Object text(byte[] bytes, int offset, int length) {
        return utf8.strict(bytes, offset, length)
                .<Object>map(text -> text)
                .orElseGet(() -> Map.of("base64", base64(bytes, offset, length)));
    }

    private static String base64(byte[] bytes, int offset, int length) {
        return Base64.getEncoder().encodeToString(java.util.Arrays.copyOfRange(bytes, offset, offset + length));
    }
}
