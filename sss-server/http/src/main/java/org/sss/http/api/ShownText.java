package org.sss.http.api;

import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import org.sss.api.SssException;
import org.sss.api.TextForm;
import org.sss.client.text.Utf8Text;

/** Keys or values of one type as text for JSON, which is cut after some bytes. One thread at a time. */
final class ShownText {
    /** The longest encoding of a character. */
    private static final int MAX_CHARACTER_BYTES = 4;
    /** Longer records are not decoded. */
    private static final int MAX_RECORD_BYTES = 256 << 10;

    private final TextForm form;
    private final int maxBytes;
    /** Numbers and records are decoded as a whole. */
    private final boolean isDecoded;

    private final Utf8Text utf8 = new Utf8Text();

    /** @param maxBytes that are shown, and characters of the text of a record */
    ShownText(String type, int maxBytes) {
        this.maxBytes = maxBytes;
        form = TextForm.of(type);
        isDecoded = type.matches("int|long|double|record\\(.*");
    }

    /** Returns the number of bytes that {@link #json} needs, if the encoding has so many. */
    int neededBytes() {
        return isDecoded ? Math.max(maxBytes, MAX_RECORD_BYTES) : maxBytes + MAX_CHARACTER_BYTES;
    }

    /**
     * @param bytes  the encoding starts at {@code offset}
     * @param length of what is there of it
     * @param all    length of the encoding
     */
    Map<String, Object> json(byte[] bytes, int offset, int length, long all) {
        Optional<String> text = isDecoded
                ? decoded(bytes, offset, length, all)
                : characters(bytes, offset, all > maxBytes ? characterEnd(bytes, offset) : length);
        boolean isCut = isDecoded && text.isPresent() ? text.get().length() > maxBytes : all > maxBytes;
        return Fields.of(
                "text",
                text.map(shown -> isDecoded && isCut ? cut(shown) : shown).orElse(null),
                "hex",
                text.isPresent() ? null : hex(bytes, offset, Math.min(length, maxBytes)),
                "bytes",
                all,
                "cut",
                isCut);
    }

    /** Empty if it is not whole, or no encoding of the type. */
    private Optional<String> decoded(byte[] bytes, int offset, int length, long all) {
        try {
            return length == all ? Optional.of(form.render(bytes, offset, length)) : Optional.empty();
        } catch (SssException e) {
            return Optional.empty();
        }
    }

    private Optional<String> characters(byte[] bytes, int offset, int length) {
        return utf8.strict(bytes, offset, length).map(text -> form.render(bytes, offset, length));
    }

    /** Returns the length of the whole characters in the shown bytes. */
    private int characterEnd(byte[] bytes, int offset) {
        int end = maxBytes;
        while (end > maxBytes - MAX_CHARACTER_BYTES && (bytes[offset + end] & 0xC0) == 0x80) {
            end--;
        }
        return end;
    }

    private String cut(String text) {
        return text.substring(0, Character.isHighSurrogate(text.charAt(maxBytes - 1)) ? maxBytes - 1 : maxBytes);
    }

    private static String hex(byte[] bytes, int offset, int length) {
        return HexFormat.of().formatHex(bytes, offset, offset + length);
    }
}
