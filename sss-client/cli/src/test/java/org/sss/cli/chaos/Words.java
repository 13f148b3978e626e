package org.sss.cli.chaos;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Random text, and its word count by independent code. Stateless. */
final class Words {
    private static final int WORDS_PER_LINE = 10;

    private Words() {}

    /** Writes {@code bytes} or a little more; returns the lines of an export of the word count. */
    static String write(Path file, long bytes, Random random) throws IOException {
        Map<String, Long> counts = new TreeMap<>();
        long written = 0;
        try (BufferedWriter out = Files.newBufferedWriter(file, StandardCharsets.US_ASCII)) {
            while (written < bytes) {
                for (int i = 0; i < WORDS_PER_LINE; i++) {
                    String word = "w" + Integer.toString(random.nextInt(20_000), 36);
                    counts.merge(word, 1L, Long::sum);
                    out.append(word).append(i + 1 < WORDS_PER_LINE ? ' ' : '\n');
                    written += word.length() + 1;
                }
            }
        }
        return counts.entrySet().stream()
                .map(e -> e.getKey() + "\t" + e.getValue() + "\n")
                .collect(Collectors.joining());
    }

    /** Computes the digest of the bytes written to it. */
    static final class DigestStream extends OutputStream {
        private final MessageDigest digest = sha256();

        @Override
        public void write(int b) {
            digest.update((byte) b);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) {
            digest.update(bytes, offset, length);
        }

        String hex() {
            return HexFormat.of().formatHex(digest.digest());
        }
    }

    static String digestOf(String text) {
        DigestStream out = new DigestStream();
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        out.write(bytes, 0, bytes.length);
        return out.hex();
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
