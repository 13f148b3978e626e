package org.sss.benchmarks.data;

/** Sebastiano Vigna's SplitMix64, which is the same few lines in Java and in C. Stateless. */
public final class Mix {
    public static final long GAMMA = 0x9E3779B97F4A7C15L;

    private Mix() {}

    /** A bijection of 64 bits: different arguments give different results. */
    public static long mix64(long x) {
        long z = (x ^ (x >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** Word {@code index} of the random stream {@code seed}. */
    static long word(long seed, long index) {
        return mix64(seed + index * GAMMA);
    }
}
