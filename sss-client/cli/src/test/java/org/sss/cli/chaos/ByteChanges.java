package org.sss.cli.chaos;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Random changes of valid bytes. One thread. */
final class ByteChanges {
    private static final Pattern VALUE = Pattern.compile("(?<=[:\\[,])(-?\\d+|\"[^\"]*\"|true|false|null)");
    private static final List<String> VALUES = List.of(
            "-1",
            "0",
            "1",
            "255",
            "65536",
            "2147483647",
            "2147483648",
            "4294967296",
            "9223372036854775807",
            "9223372036854775808",
            "1e308",
            "-1e-308",
            "null",
            "true",
            "\"\"",
            "\"\\u0000\\u001b[2J\"",
            "\"../../x\"",
            "{}",
            "[]",
            "[null]",
            "\"" + "x".repeat(3000) + "\"",
            "[".repeat(2000),
            "{\"a\":".repeat(500));
    private static final int MAX_BYTES = 1 << 18;

    private final Random random;

    ByteChanges(Random random) {
        this.random = random;
    }

    /** Returns {@code bytes} or a changed copy. */
    byte[] maybe(byte[] bytes) {
        return random.nextBoolean() ? bytes : changed(bytes);
    }

    byte[] changed(byte[] bytes) {
        int at = random.nextInt(bytes.length + 1);
        int end = at + random.nextInt(Math.min(64, bytes.length - at) + 1);
        byte[] before = Arrays.copyOf(bytes, at);
        byte[] after = Arrays.copyOfRange(bytes, end, bytes.length);
        return switch (random.nextInt(8)) {
            case 0 -> before;
            case 1 -> RawPeer.join(before, after);
            case 2 -> RawPeer.join(before, bytes(random.nextInt(1 + random.nextInt(2000))), after);
            case 3 -> repeated(before, Arrays.copyOfRange(bytes, at, end), after);
            case 4, 5 -> value(bytes);
            default -> flipped(bytes);
        };
    }

    byte[] bytes(int count) {
        byte[] bytes = new byte[count];
        random.nextBytes(bytes);
        return bytes;
    }

    private byte[] repeated(byte[] before, byte[] part, byte[] after) {
        int times = random.nextInt(1 + random.nextInt(300));
        byte[] all = new byte[Math.min(MAX_BYTES, part.length * times)];
        for (int i = 0; i < all.length; i++) {
            all[i] = part[i % part.length];
        }
        return RawPeer.join(before, all, after);
    }

    private byte[] flipped(byte[] bytes) {
        byte[] copy = bytes.clone();
        for (int i = random.nextInt(4); i >= 0 && copy.length > 0; i--) {
            copy[random.nextInt(copy.length)] ^= (byte) (1 << random.nextInt(8));
        }
        return copy;
    }

    /** Replaces one value of a JSON text. */
    private byte[] value(byte[] json) {
        String text = new String(json, ISO_8859_1);
        Matcher matcher = VALUE.matcher(text);
        List<int[]> values = matcher.results()
                .map(found -> new int[] {found.start(), found.end()})
                .toList();
        if (values.isEmpty()) {
            return flipped(json);
        }
        int[] value = values.get(random.nextInt(values.size()));
        return (text.substring(0, value[0]) + VALUES.get(random.nextInt(VALUES.size())) + text.substring(value[1]))
                .getBytes(ISO_8859_1);
    }
}
