package org.sss.client.text;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Decodes text to strings, without losing bytes that are not valid UTF-8. One thread at a time. */
public final class Utf8Text {
    /** Reports malformed input, which is the default action of a decoder. */
    private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();

    /** Returns the text, or empty if the bytes are not valid UTF-8. */
    public Optional<String> strict(byte[] bytes, int offset, int length) {
        try {
            return Optional.of(
                    decoder.decode(ByteBuffer.wrap(bytes, offset, length)).toString());
        } catch (CharacterCodingException e) {
            return Optional.empty();
        }
    }

    /**
     * Returns the text with each invalid byte as {@code \xHH}, which {@link org.sss.api.TextForm} parses back.
     *
     * @throws SssException INVALID_ARGUMENT if a backslash that starts an escape precedes such a byte
     */
    public String escaped(byte[] bytes, int offset, int length) {
        return strict(bytes, offset, length).orElseGet(() -> escapeMalformed(ByteBuffer.wrap(bytes, offset, length)));
    }

    private String escapeMalformed(ByteBuffer in) {
        StringBuilder text = new StringBuilder();
        CharBuffer chars = CharBuffer.allocate(in.remaining());
        decoder.reset();
        while (in.hasRemaining()) {
            CoderResult result = decoder.decode(in, chars, true);
            text.append(chars.flip());
            chars.clear();
            if (result.isError() && endsInEscape(text)) {
                throw new SssException(
                        ErrorCode.INVALID_ARGUMENT,
                        "a backslash precedes a byte that is not valid UTF-8; escape a literal backslash as \\\\");
            }
            for (int i = 0; result.isError() && i < result.length(); i++) {
                text.append(String.format("\\x%02x", in.get()));
            }
        }
        return text.toString();
    }

    private static boolean endsInEscape(CharSequence text) {
        int backslashes = 0;
        while (backslashes < text.length() && text.charAt(text.length() - 1 - backslashes) == '\\') {
            backslashes++;
        }
        return backslashes % 2 == 1;
    }
}
