package org.sss.benchmarks.programs;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.sss.benchmarks.data.LineInputs;
import org.sss.benchmarks.engine.Workload;

/**
 * Counts words or pairs of neighbours, or groups words by their length. Words are separated by one space. Stateless.
 */
record PlainText(Kind kind) implements PlainPrograms.PlainProgram {
    enum Kind {
        WORDS,
        PAIRS,
        LENGTHS
    }

    /** Lengths of words, from 0 on. */
    private static final int LENGTHS = LineInputs.LONGEST + 1;

    /** What one thread has found. */
    private static final class Found {
        private final ByteCounts counts = new ByteCounts();
        private final long[] words = new long[LENGTHS];
        private final long[] hashes = new long[LENGTHS];
        /** Where the word before starts, and its hash; -1 at the start of a line. */
        private int before = -1;

        private int hashBefore;

        /** The next word. The hash of a pair is made of those of its words, so that each byte is looked at once. */
        void add(Kind kind, byte[] bytes, int start, int end, int hash) {
            switch (kind) {
                case WORDS -> counts.add(bytes, start, end, hash, 1);
                case PAIRS -> {
                    if (before >= 0) {
                        counts.add(bytes, before, end, hashBefore * 0x85EBCA6B + hash, 1);
                    }
                    before = start;
                    hashBefore = hash;
                }
                case LENGTHS -> {
                    words[end - start]++;
                    hashes[end - start] += hash;
                }
            }
        }
    }

    @Override
    public void run(Workload workload, Path output) throws Exception {
        TextChunks chunks = new TextChunks(workload.input());
        List<Found> found = PlainPrograms.onAll(thread -> {
            Found own = new Found();
            chunks.forEach((bytes, start, end) -> take(bytes, start, end, own));
            return own;
        });
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(output), 1 << 16)) {
            if (kind == Kind.LENGTHS) {
                writeLengths(found, out);
            } else {
                found.subList(1, found.size())
                        .forEach(other -> found.get(0).counts.addAll(other.counts));
                found.get(0).counts.write(out);
            }
        }
    }

    private void take(byte[] bytes, int start, int end, Found found) {
        int word = start;
        int hash = 0;
        for (int i = start; i < end; i++) {
            byte b = bytes[i];
            if (b != ' ' && b != '\n') {
                hash = 31 * hash + b;
                continue;
            }
            if (i > word) {
                found.add(kind, bytes, word, i, hash);
            }
            found.before = b == '\n' ? -1 : found.before;
            word = i + 1;
            hash = 0;
        }
    }

    private static void writeLengths(List<Found> found, OutputStream out) throws IOException {
        for (int length = 0; length < LENGTHS; length++) {
            long words = 0;
            long hashes = 0;
            for (Found one : found) {
                words += one.words[length];
                hashes += one.hashes[length];
            }
            if (words > 0) {
                out.write((length + "\t" + words + "\t" + hashes + "\n").getBytes(StandardCharsets.US_ASCII));
            }
        }
    }
}
