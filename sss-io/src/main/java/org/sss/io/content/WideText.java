package org.sss.io.content;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * Detects text in UTF-16 and UTF-32, with a byte order mark or without one, by the first bytes of a file. Stateless.
 *
 * <p>Without a mark, bytes are such text if all of them decode to characters that occur in text. UTF-8 text with a few
 * zero bytes, as a power failure leaves them, is none, unless most of its characters would be of Latin-1.
 */
enum WideText {
    UTF_32(4, "UTF-32LE", "UTF-32BE", "\u00ff\u00fe\0\0", "\0\0\u00fe\u00ff"),
    UTF_16(2, UTF_16LE.name(), UTF_16BE.name(), "\u00ff\u00fe", "\u00fe\u00ff");

    /** Fewer characters are no evidence. */
    private static final int MIN_CHARACTERS = 2;
    /** Of scripts beyond Latin-1, to which most pairs of random bytes belong. */
    private static final int MIN_OTHERS = 16;

    private static final int LATIN_1_END = 0x100;

    private final int unitBytes;
    private final Charset little;
    private final Charset big;
    private final String littleMark;
    private final String bigMark;

    WideText(int unitBytes, String little, String big, String littleMark, String bigMark) {
        this.unitBytes = unitBytes;
        this.little = Charset.forName(little);
        this.big = Charset.forName(big);
        this.littleMark = littleMark;
        this.bigMark = bigMark;
    }

    /** Returns the encoding of a file that starts with {@code head}, if it is one of these. */
    static Optional<WideText> of(byte[] head) {
        // The mark of UTF-32 starts with that of UTF-16.
        for (WideText text : values()) {
            if (FileMagic.starts(head, 0, text.littleMark) || FileMagic.starts(head, 0, text.bigMark)) {
                return Optional.of(text);
            }
        }
        for (WideText text : values()) {
            if (text.isUnmarked(head, text.little) || text.isUnmarked(head, text.big)) {
                return Optional.of(text);
            }
        }
        return Optional.empty();
    }

    /** Returns the name, as iconv knows it. */
    String encoding() {
        return name().replace('_', '-');
    }

    private boolean isUnmarked(byte[] head, Charset charset) {
        int units = head.length / unitBytes;
        if (units < MIN_CHARACTERS || !hasZero(head)) {
            return false;
        }
        int[] text = decoded(head, units * unitBytes, charset);
        int latin = 0;
        boolean blank = false;
        for (int c : text) {
            if (!occursInText(c)) {
                return false;
            }
            latin += c < LATIN_1_END ? 1 : 0;
            blank |= Character.isWhitespace(c);
        }
        boolean isOtherScript = text.length >= MIN_OTHERS && blank && !isUtf8(head);
        return text.length > 0 && (this == UTF_32 || 2 * latin > text.length || isOtherScript);
    }

    private static boolean hasZero(byte[] head) {
        for (byte b : head) {
            if (b == 0) {
                return true;
            }
        }
        return false;
    }

    private static boolean occursInText(int c) {
        return Character.isISOControl(c) ? c >= '\t' && c <= '\r' : Character.isDefined(c);
    }

    /**
     * Returns the characters, without one whose second half is missing at the end; empty if it is not this encoding.
     */
    private static int[] decoded(byte[] head, int length, Charset charset) {
        try {
            return text(head, length, charset);
        } catch (CharacterCodingException e) {
            return new int[0];
        }
    }

    private static int[] text(byte[] head, int length, Charset charset) throws CharacterCodingException {
        try {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(head, 0, length))
                    .codePoints()
                    .toArray();
        } catch (CharacterCodingException e) {
            return charset.newDecoder()
                    .decode(ByteBuffer.wrap(head, 0, Math.max(0, length - 2)))
                    .codePoints()
                    .toArray();
        }
    }

    /** Also true if the last character is cut. */
    private static boolean isUtf8(byte[] head) {
        java.nio.CharBuffer chars = java.nio.CharBuffer.allocate(head.length);
        return !StandardCharsets.UTF_8
                .newDecoder()
                .decode(ByteBuffer.wrap(head), chars, false)
                .isError();
    }
}
