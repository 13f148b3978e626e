package org.sss.benchmarks.measure;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;

/** The digest of an answer whose lines come in any order, see {@link Run#digest()}. All lines are in memory. One thread at a time. */
public final class LineDigest {
    private static final int DIGITS = 16;

    private final List<byte[]> lines = new ArrayList<>();

    /** @param line without its newline */
    public void add(byte[] line) {
        lines.add(line);
    }

    public void add(String line) {
        add(line.getBytes(StandardCharsets.UTF_8));
    }

    public String digest() {
        byte[][] sorted = lines.toArray(byte[][]::new);
        Arrays.sort(sorted, Arrays::compareUnsigned);
        MessageDigest digest = sha256();
        for (byte[] line : sorted) {
            digest.update(line);
            digest.update((byte) '\n');
        }
        return HexFormat.of().formatHex(digest.digest()).substring(0, DIGITS);
    }

    /** Of the lines of a file. */
    public static String ofFile(Path file) throws IOException {
        LineDigest digest = new LineDigest();
        byte[] all = Files.readAllBytes(file);
        int begin = 0;
        for (int i = 0; i < all.length; i++) {
            if (all[i] == '\n') {
                digest.add(Arrays.copyOfRange(all, begin, i));
                begin = i + 1;
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
