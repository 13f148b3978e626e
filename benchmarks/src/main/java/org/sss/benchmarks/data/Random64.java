package org.sss.benchmarks.data;

/** Vigna's SplitMix64 as a stream: the same numbers on every JVM and in every language. One thread at a time. */
public final class Random64 {
    private static final int UNIFORMS = 12;

    private long state;

    Random64(long seed) {
        state = seed;
    }

    long next() {
        state += Mix.GAMMA;
        return Mix.mix64(state);
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
