package org.sss.benchmarks.measure;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import org.sss.benchmarks.engine.Measurement;

/**
 * The digest of an answer whose lines come in any order, see {@link Measurement#digest()}: a sum over the lines, so
 * that none is buffered: millions of buffered lines would be measured as memory of the system. One thread at a time.
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
        byte[] sums = ByteBuffer.allocate(3 * Long.BYTES)
                .putLong(lines)
                .putLong(high)
                .putLong(low)
                .array();
        return HexFormat.of().formatHex(sha256.digest(sums)).substring(0, DIGITS);
    }

    /** Of the lines of a file. */
    public static String ofFile(Path file) throws IOException {
        LineDigest digest = new LineDigest();
        try (InputStream in = Files.newInputStream(file)) {
            digest.addAll(in);
        }
        return digest.digest();
    }

    /** All lines of a stream, which is not closed. */
    public void addAll(InputStream in) throws IOException {
        BufferedReader reader = new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1));
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            add(line.getBytes(StandardCharsets.ISO_8859_1));
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
