package org.sss.benchmarks.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The digest of an answer whose lines come in any order, see {@link Run#digest()}: a sum over the lines, so that none is kept. One
 * that keeps millions of lines is what one then measures as the memory of a system. One thread at a time.
 */
public final class LineDigest {
    private static final int DIGITS = 16;

    private final MessageDigest sha256 = sha256();
    private long lines;
    private long high;
    private long low;

    /** @param line without its newline */
    public void add(byte[] line) {
        ByteBuffer hash = ByteBuffer.wrap(sha256.digest(line));
        lines++;
        high += hash.getLong();
        low += hash.getLong();
    }

    public void add(String line) {
        add(line.getBytes(StandardCharsets.UTF_8));
    }

    public String digest() {
        byte[] sums = ByteBuffer.allocate(3 * Long.BYTES).putLong(lines).putLong(high).putLong(low).array();
        return HexFormat.of().formatHex(sha256.digest(sums)).substring(0, DIGITS);
    }

    /** Of the lines of a file. */
    public static String ofFile(Path file) throws IOException {
        LineDigest digest = new LineDigest();
        try (BufferedReader reader = Files.newBufferedReader(file, StandardCharsets.ISO_8859_1)) {
            for (String line = reader.readLine(); line != null; line = reader.readLine()) {
                digest.add(line.getBytes(StandardCharsets.ISO_8859_1));
            }
        }
        return digest.digest();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
