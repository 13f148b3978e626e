package org.sss.benchmarks.data;

/** Vigna's SplitMix64 as a stream: the same numbers on every JVM and in every language. One thread at a time. */
final class Random64 {
    private static final long GAMMA = 0x9E3779B97F4A7C15L;
    private static final int UNIFORMS = 12;

    private long state;

    Random64(long seed) {
        state = seed;
    }

    long next() {
        state += GAMMA;
        long z = state;
        z = (z ^ (z >>> 30)) * 0xBF58476D1CE4E5B9L;
        z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
        return z ^ (z >>> 31);
    }

    /** From 0 to {@code bound - 1}. */
    int below(int bound) {
        return (int) ((next() >>> 33) % bound);
    }

    /** In {@code [0, 1)}. */
    double unit() {
        return (next() >>> 11) * 0x1.0p-53;
    }

    /** Nearly normal, with a deviation of 1: a sum of uniform numbers, which is exact on every platform. */
    double normal() {
        double sum = -UNIFORMS / 2;
        for (int i = 0; i < UNIFORMS; i++) {
            sum += unit();
        }
        return sum;
    }
}
