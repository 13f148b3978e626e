package org.sss.api;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.function.Function;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;

/** Helper methods of the codec tests. */
final class Probe {
    private static final HexFormat HEX = HexFormat.ofDelimiter(" ").withUpperCase();

    private Probe() {}

    static <T> byte[] encode(Codec<T> codec, T value) {
        ByteSink sink = new ByteSink(1);
        sink.writeByte(77);
        codec.encode(value, sink);
        return Arrays.copyOfRange(sink.array(), 1, sink.size());
    }

    static <T> String hex(Codec<T> codec, T value) {
        return HEX.formatHex(encode(codec, value));
    }

    static byte[] bytes(String hex) {
        return HEX.parseHex(hex);
    }

    /** Decodes from the middle of an array, so that a codec that reads outside its range is detected. */
    static <T> T decode(Codec<T> codec, byte[] encoded) {
        byte[] padded = new byte[encoded.length + 16];
        Arrays.fill(padded, (byte) 0xA5);
        System.arraycopy(encoded, 0, padded, 7, encoded.length);
        return codec.decode(padded, 7, encoded.length);
    }

    static <T> T roundTrip(Codec<T> codec, T value) {
        return decode(codec, encode(codec, value));
    }

    @SuppressWarnings("unchecked")
    static <T> T serialized(T object) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    static void assertFails(ErrorCode code, ThrowingCallable call, String... messageParts) {
        assertThatExceptionOfType(SssException.class)
                .isThrownBy(call)
                .withMessageContainingAll(messageParts)
                .extracting(SssException::code)
                .isEqualTo(code);
    }

    /** Runs a check with many random inputs; a failure names the seed. */
    static void randomly(int times, Function<Random, Runnable> check) {
        long firstSeed = System.nanoTime();
        for (long seed = firstSeed; seed < firstSeed + times; seed++) {
            try {
                check.apply(new Random(seed)).run();
            } catch (Throwable t) {
                throw new AssertionError("with seed " + seed, t);
            }
        }
    }

    /** Texts with short common prefixes, control characters, and characters of one to four UTF-8 bytes. */
    static String text(Random random) {
        int[] alphabet = {
            0, 1, 'a', 'b', '\t', '"', '\\', 0x7F, 0x80, 0xE9, 0x7FF, 0x800, 0x65E5, 0xFFFF, 0x1F600, 0x10FFFF
        };
        return random.ints(random.nextInt(6), 0, alphabet.length)
                .map(i -> alphabet[i])
                .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                .toString();
    }

    static byte[] someBytes(Random random) {
        byte[] few = {0, 1, 'a', -2, -1};
        byte[] bytes = new byte[random.nextInt(6)];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = few[random.nextInt(few.length)];
        }
        return bytes;
    }

    static long number(Random random) {
        return random.nextLong() >> random.nextInt(64);
    }

    static double real(Random random) {
        double[] special = {0.0, Double.NaN, Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.MIN_VALUE, -1, 1
        };
        return random.nextBoolean()
                ? special[random.nextInt(special.length)]
                : Double.longBitsToDouble(random.nextLong());
    }
}
