package org.sss.net.block;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.HexFormat;

/**
 * XXH3, 64 bits, of byte arrays, with one fixed seed. Written out here because the libraries for Java reach for
 * {@code sun.misc.Unsafe}, which newer JDKs warn about and will remove, and because this is called once per emitted tuple.
 * Names of the steps follow the specification of xxHash 0.8. Stateless, allocates nothing.
 */
final class XxHash3 {
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);

    private static final long PRIME32_1 = 0x9E3779B1L;
    private static final long PRIME32_2 = 0x85EBCA77L;
    private static final long PRIME32_3 = 0xC2B2AE3DL;
    private static final long PRIME64_1 = 0x9E3779B185EBCA87L;
    private static final long PRIME64_2 = 0xC2B2AE3D27D4EB4FL;
    private static final long PRIME64_3 = 0x165667B19E3779F9L;
    private static final long PRIME64_4 = 0x85EBCA77C2B2AE63L;
    private static final long PRIME64_5 = 0x27D4EB2F165667C5L;
    private static final long PRIME_MX1 = 0x165667919E3779F9L;
    private static final long PRIME_MX2 = 0x9FB21C651E98DF25L;

    private static final int STRIPE_BYTES = 64;
    private static final int STRIPES_PER_BLOCK = 16;
    private static final int SECRET_BYTES = 192;
    private static final byte[] SECRET = secret();

    private static final long SEED = KeyHash.SEED;
    private static final long FLIP_0 = secretAt(56) ^ secretAt(64);
    private static final long FLIP_1_TO_3 = ((secretAt(0) ^ secretAt(0) >>> 32) & 0xFFFF_FFFFL) + SEED;
    private static final long FLIP_4_TO_8 =
            (secretAt(8) ^ secretAt(16)) - (SEED ^ (long) Integer.reverseBytes((int) SEED) << 32);
    private static final long FLIP_LOW = (secretAt(24) ^ secretAt(32)) + SEED;
    private static final long FLIP_HIGH = (secretAt(40) ^ secretAt(48)) - SEED;
    private static final byte[] SEEDED_SECRET = seededSecret();

    private XxHash3() {
    }

    static long hash(byte[] in, int at, int length) {
        if (length <= 16) {
            if (length > 8) {
                return from9to16(in, at, length);
            }
            return length >= 4 ? from4to8(in, at, length) : upTo3(in, at, length);
        }
        if (length <= 128) {
            return from17to128(in, at, length);
        }
        return length <= 240 ? from129to240(in, at, length) : longer(in, at, length);
    }

    private static long upTo3(byte[] in, int at, int length) {
        if (length == 0) {
            return avalanche64(SEED ^ FLIP_0);
        }
        int first = in[at] & 0xFF;
        int middle = in[at + (length >> 1)] & 0xFF;
        int last = in[at + length - 1] & 0xFF;
        long combined = (first << 16 | middle << 24 | last | length << 8) & 0xFFFF_FFFFL;
        return avalanche64(combined ^ FLIP_1_TO_3);
    }

    private static long from4to8(byte[] in, int at, int length) {
        long first = (int) INT.get(in, at);
        long last = (int) INT.get(in, at + length - 4) & 0xFFFF_FFFFL;
        long h = (last + (first << 32)) ^ FLIP_4_TO_8;
        h ^= Long.rotateLeft(h, 49) ^ Long.rotateLeft(h, 24);
        h *= PRIME_MX2;
        h ^= (h >>> 35) + length;
        h *= PRIME_MX2;
        return h ^ h >>> 28;
    }

    private static long from9to16(byte[] in, int at, int length) {
        long low = read(in, at) ^ FLIP_LOW;
        long high = read(in, at + length - 8) ^ FLIP_HIGH;
        return avalanche(length + Long.reverseBytes(low) + high + foldedProduct(low, high));
    }

    private static long from17to128(byte[] in, int at, int length) {
        int end = at + length;
        long acc = length * PRIME64_1;
        if (length > 32) {
            if (length > 64) {
                if (length > 96) {
                    acc += mix16(in, at + 48, 96) + mix16(in, end - 64, 112);
                }
                acc += mix16(in, at + 32, 64) + mix16(in, end - 48, 80);
            }
            acc += mix16(in, at + 16, 32) + mix16(in, end - 32, 48);
        }
        return avalanche(acc + mix16(in, at, 0) + mix16(in, end - 16, 16));
    }

    private static long from129to240(byte[] in, int at, int length) {
        long acc = length * PRIME64_1;
        for (int i = 0; i < 8; i++) {
            acc += mix16(in, at + 16 * i, 16 * i);
        }
        acc = avalanche(acc);
        for (int i = 8; i < length / 16; i++) {
            acc += mix16(in, at + 16 * i, 16 * (i - 8) + 3);
        }
        return avalanche(acc + mix16(in, at + length - 16, 136 - 17));
    }

    /**
     * The eight lanes are locals: with them in an array that a loop indexed by {@code i} and {@code i ^ 1}, C2 of JDK 17.0.15
     * now and then compiled a caller of this method into code that returned other hashes than the interpreter did.
     */
    private static long longer(byte[] in, int at, int length) {
        long a0 = PRIME32_3;
        long a1 = PRIME64_1;
        long a2 = PRIME64_2;
        long a3 = PRIME64_3;
        long a4 = PRIME64_4;
        long a5 = PRIME32_2;
        long a6 = PRIME64_5;
        long a7 = PRIME32_1;
        int stripes = (length - 1) / STRIPE_BYTES;
        for (int i = 0; i <= stripes; i++) {
            boolean last = i == stripes;
            int s = last ? SECRET_BYTES - STRIPE_BYTES - 7 : 8 * (i % STRIPES_PER_BLOCK);
            int p = last ? at + length - STRIPE_BYTES : at + i * STRIPE_BYTES;
            long d0 = read(in, p);
            long d1 = read(in, p + 8);
            long d2 = read(in, p + 16);
            long d3 = read(in, p + 24);
            long d4 = read(in, p + 32);
            long d5 = read(in, p + 40);
            long d6 = read(in, p + 48);
            long d7 = read(in, p + 56);
            a0 += d1 + halvesProduct(d0, s);
            a1 += d0 + halvesProduct(d1, s + 8);
            a2 += d3 + halvesProduct(d2, s + 16);
            a3 += d2 + halvesProduct(d3, s + 24);
            a4 += d5 + halvesProduct(d4, s + 32);
            a5 += d4 + halvesProduct(d5, s + 40);
            a6 += d7 + halvesProduct(d6, s + 48);
            a7 += d6 + halvesProduct(d7, s + 56);
            if (!last && i % STRIPES_PER_BLOCK == STRIPES_PER_BLOCK - 1) {
                a0 = scrambled(a0, 0);
                a1 = scrambled(a1, 8);
                a2 = scrambled(a2, 16);
                a3 = scrambled(a3, 24);
                a4 = scrambled(a4, 32);
                a5 = scrambled(a5, 40);
                a6 = scrambled(a6, 48);
                a7 = scrambled(a7, 56);
            }
        }
        return avalanche(length * PRIME64_1 + merged(a0, a1, 11) + merged(a2, a3, 27) + merged(a4, a5, 43) + merged(a6, a7, 59));
    }

    private static long halvesProduct(long data, int secretAt) {
        long keyed = data ^ read(SEEDED_SECRET, secretAt);
        return (keyed & 0xFFFF_FFFFL) * (keyed >>> 32);
    }

    private static long scrambled(long lane, int secretAt) {
        return (lane ^ lane >>> 47 ^ read(SEEDED_SECRET, SECRET_BYTES - STRIPE_BYTES + secretAt)) * PRIME32_1;
    }

    private static long merged(long even, long odd, int secretAt) {
        return foldedProduct(even ^ read(SEEDED_SECRET, secretAt), odd ^ read(SEEDED_SECRET, secretAt + 8));
    }

    private static long mix16(byte[] in, int at, int secretAt) {
        return foldedProduct(read(in, at) ^ (secretAt(secretAt) + SEED), read(in, at + 8) ^ (secretAt(secretAt + 8) - SEED));
    }

    /** Both halves of the unsigned 128-bit product, one folded onto the other. */
    private static long foldedProduct(long a, long b) {
        long high = Math.multiplyHigh(a, b) + (a >> 63 & b) + (b >> 63 & a);
        return a * b ^ high;
    }

    private static long avalanche(long hash) {
        long h = hash;
        h ^= h >>> 37;
        h *= PRIME_MX1;
        return h ^ h >>> 32;
    }

    private static long avalanche64(long hash) {
        long h = hash;
        h ^= h >>> 33;
        h *= PRIME64_2;
        h ^= h >>> 29;
        h *= PRIME64_3;
        return h ^ h >>> 32;
    }

    private static long read(byte[] bytes, int at) {
        return (long) LONG.get(bytes, at);
    }

    private static long secretAt(int at) {
        return read(SECRET, at);
    }

    private static byte[] seededSecret() {
        byte[] seeded = new byte[SECRET_BYTES];
        for (int i = 0; i < SECRET_BYTES; i += 16) {
            LONG.set(seeded, i, secretAt(i) + SEED);
            LONG.set(seeded, i + 8, secretAt(i + 8) - SEED);
        }
        return seeded;
    }

    private static byte[] secret() {
        return HexFormat.of().parseHex("b8fe6c3923a44bbe7c01812cf721ad1cded46de9839097db7240a4a4b7b3671f"
                + "cb79e64eccc0e578825ad07dccff7221b8084674f743248ee03590e6813a264c"
                + "3c2852bb91c300cb88d0658b1b532ea371644897a20df94e3819ef46a9deacd8"
                + "a8fa763fe39c343ff9dcbbc7c70b4f1d8a51e04bcdb45931c89f7ec9d9787364"
                + "eac5ac8334d3ebc3c581a0fffa1363eb170ddd51b7f0da49d316552629d4689e"
                + "2b16be587d47a1fc8ff8b8d17ad031ce45cb3a8f95160428afd7fbcabb4b407e");
    }
}
