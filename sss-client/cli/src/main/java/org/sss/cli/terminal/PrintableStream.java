package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/**
 * UTF-8 text for a terminal or a log, with control characters escaped as in {@link Printable#of}, and bytes that are
 * not UTF-8 as {@code \xff}. One thread at a time.
 */
final class PrintableStream extends FilterOutputStream {
    /** The first byte of the smallest sequence of two, three and four bytes, and the limit. */
    private static final int TWO = 0xc2;

    private static final int THREE = 0xe0;
    private static final int FOUR = 0xf0;
    private static final int LIMIT = 0xf5;

    /** The bytes of an incomplete character. */
    private final byte[] pending = new byte[4];

    private int count;
    /** Number of bytes of that character. */
    private int wanted;

    PrintableStream(OutputStream out) {
        super(out);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        int end = offset + length;
        int start = offset;
        for (int i = offset; i < end; i++) {
            if (count > 0 || !isPlain(bytes[i])) {
                out.write(bytes, start, i - start);
                write(bytes[i]);
                start = i + 1;
            }
        }
        out.write(bytes, start, end - start);
    }

    private static boolean isPlain(byte b) {
        return b >= ' ' && b < 0x7f || b == '\n' || b == '\t';
    }

    @Override
    public void write(int value) throws IOException {
        int b = value & 0xff;
        if (count > 0 && !continues(b)) {
            flushPending();
        }
        if (count == 0 && b < 0x80) {
            character(b, (byte) b);
            return;
        }
        pending[count++] = (byte) b;
        if (count == 1) {
            wanted = b < TWO || b >= LIMIT ? 1 : b < THREE ? 2 : b < FOUR ? 3 : 4;
        }
        if (count == wanted) {
            complete();
        }
    }

    /** Rejects overlong forms and surrogates with the second byte, as any decoder does. */
    private boolean continues(int b) {
        int first = pending[0] & 0xff;
        int min = count > 1 ? 0x80 : first == THREE ? 0xa0 : first == FOUR ? 0x90 : 0x80;
        int max = count > 1 ? 0xbf : first == 0xed ? 0x9f : first == LIMIT - 1 ? 0x8f : 0xbf;
        return b >= min && b <= max;
    }

    private void complete() throws IOException {
        if (wanted == 1) {
            flushPending();
            return;
        }
        int code = pending[0] & 0x7f >> wanted;
        for (int i = 1; i < count; i++) {
            code = code << 6 | pending[i] & 0x3f;
        }
        int length = count;
        count = 0;
        if (Printable.isHidden(code)) {
            escape(Printable.escape(code));
        } else {
            out.write(pending, 0, length);
        }
    }

    private void character(int code, byte b) throws IOException {
        if (Printable.isHidden(code)) {
            escape(Printable.escape(code));
        } else {
            out.write(b);
        }
    }

    private void flushPending() throws IOException {
        for (int i = 0; i < count; i++) {
            escape(String.format("\\x%02x", pending[i] & 0xff));
        }
        count = 0;
    }

    private void escape(String text) throws IOException {
        out.write(text.getBytes(US_ASCII));
    }

    /** Also writes an incomplete character. */
    @Override
    public void flush() throws IOException {
        flushPending();
        out.flush();
    }
}
