package org.sss.io.exec;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;

/**
 * Reads a tar file as GNU tar, bsdtar and Python write it. It is an {@link InputStream} of the current entry's content.
 * For one thread.
 *
 * <pre>
 *   header, 512 bytes:  0 name[100]  100 mode[8]  124 size[12]  148 checksum[8]  156 kind  157 link[100]  257 "ustar"  345 prefix[155]
 *   content, up to a multiple of 512 bytes; at the end two blocks of zeros
 *   kind:  0 or NUL file   1 hard link   2 symbolic link   5 directory
 *          L long name   K long link (GNU)   x attributes of the next entry   g of all entries (POSIX)
 * </pre>
 */
final class TarReader extends InputStream {
    static final int BLOCK = 512;
    static final int MAGIC_AT = 257;
    static final String MAGIC = "ustar";
    private static final int SIZE_AT = 124;
    private static final int CHECKSUM_AT = 148;
    private static final int CHECKSUM_BYTES = 8;
    private static final int PREFIX_AT = 345;
    private static final int MAX_ATTRIBUTE_BYTES = 64 << 10;

    private final InputStream in;
    private final byte[] header = new byte[BLOCK];
    /** Bytes of the current entry, and after it up to the end of its last block. */
    private long left;

    private int padding;
    private Map<String, String> attributes = new HashMap<>();

    /** @param kind see above */
    record Entry(String name, int mode, char kind, String link) {
        boolean isDirectory() {
            return kind == '5' || isFile() && name.endsWith("/");
        }

        boolean isFile() {
            return kind == '0' || kind == 0 || kind == '7';
        }
    }

    TarReader(InputStream in) {
        this.in = in;
    }

    /** Returns the next entry, or null at the end. */
    Entry next() throws IOException {
        while (true) {
            skipRest();
            if (!readHeader()) {
                return null;
            }
            switch (header[156]) {
                case 'x' -> attributes.putAll(posix(text()));
                case 'g' -> posix(text());
                case 'L' -> attributes.put("path", withoutNul(text()));
                case 'K' -> attributes.put("linkpath", withoutNul(text()));
                default -> {
                    return entry();
                }
            }
        }
    }

    private Entry entry() throws IOException {
        String prefix = field(MAGIC_AT, MAGIC.length() + 1).equals(MAGIC) ? field(PREFIX_AT, 155) : "";
        String name = (prefix.isEmpty() ? "" : prefix + "/") + field(0, 100);
        Entry entry = new Entry(
                attributes.getOrDefault("path", name),
                (int) number(100, 8),
                (char) header[156],
                attributes.getOrDefault("linkpath", field(157, 100)));
        setSize(attributes.containsKey("size") ? size(attributes.get("size")) : number(SIZE_AT, 12));
        if (!entry.isFile()) {
            // Links and directories have no content, whatever the size says.
            setSize(entry.kind() == '1' || entry.kind() == '2' || entry.kind() == '5' ? 0 : left);
        }
        attributes = new HashMap<>();
        return entry;
    }

    private boolean readHeader() throws IOException {
        int n = in.readNBytes(header, 0, BLOCK);
        if (n == 0) {
            return false;
        }
        if (n < BLOCK) {
            throw new EOFException("the archive is truncated");
        }
        int sum = 0;
        boolean isZero = true;
        for (int i = 0; i < BLOCK; i++) {
            isZero &= header[i] == 0;
            sum += i >= CHECKSUM_AT && i < CHECKSUM_AT + CHECKSUM_BYTES ? ' ' : header[i] & 0xff;
        }
        if (isZero) {
            return false;
        }
        if (sum != number(CHECKSUM_AT, CHECKSUM_BYTES)) {
            throw new IOException("the archive is damaged: the checksum of an entry is wrong");
        }
        setSize(number(SIZE_AT, 12));
        return true;
    }

    private void setSize(long size) {
        left = size;
        padding = (int) ((BLOCK - size % BLOCK) % BLOCK);
    }

    /** The content of an entry that describes others. */
    private String text() throws IOException {
        if (left > MAX_ATTRIBUTE_BYTES) {
            throw new IOException("the archive has a name or attributes of " + left + " bytes");
        }
        return new String(readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Lines {@code LENGTH KEY=VALUE}, in which the length is that of the whole line, in bytes. */
    private static Map<String, String> posix(String text) throws IOException {
        Map<String, String> found = new HashMap<>();
        for (String line : text.split("\n")) {
            int blank = line.indexOf(' ');
            int equals = line.indexOf('=');
            if (blank > 0 && equals > blank) {
                found.put(line.substring(blank + 1, equals), line.substring(equals + 1));
            }
        }
        return found;
    }

    private static String withoutNul(String text) {
        int end = text.indexOf(0);
        return end < 0 ? text : text.substring(0, end);
    }

    private String field(int at, int length) {
        int end = at;
        while (end < at + length && header[end] != 0) {
            end++;
        }
        return new String(header, at, end - at, StandardCharsets.UTF_8);
    }

    /** Octal digits, or, if the first bit is set, a binary number. */
    private long number(int at, int length) throws IOException {
        if (header[at] < 0) {
            long value = 0;
            for (int i = at + length - Long.BYTES; i < at + length; i++) {
                value = value << 8 | header[i] & 0xff;
            }
            return checked(value);
        }
        String digits = field(at, length).strip();
        try {
            return digits.isEmpty() ? 0 : checked(Long.parseLong(digits, 8));
        } catch (NumberFormatException e) {
            throw new IOException("the archive is damaged: '" + digits + "' is no octal number", e);
        }
    }

    private static long size(String digits) throws IOException {
        try {
            return checked(Long.parseLong(digits));
        } catch (NumberFormatException e) {
            throw new IOException("the archive is damaged: '" + digits + "' is no size", e);
        }
    }

    private static long checked(long value) throws IOException {
        if (value < 0) {
            throw new IOException("the archive is damaged: it has a negative size");
        }
        return value;
    }

    private void skipRest() throws IOException {
        in.skipNBytes(left + padding);
        left = 0;
        padding = 0;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (left == 0) {
            return -1;
        }
        int n = in.read(bytes, offset, (int) Math.min(length, left));
        if (n < 0) {
            throw new EOFException("the archive is truncated");
        }
        left -= n;
        return n;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
