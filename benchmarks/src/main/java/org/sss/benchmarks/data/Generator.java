package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;

/**
 * Writes one input; each call writes the same bytes. Immutable.
 *
 * @param fileName with everything that the bytes depend on, such as {@code text-7-1048576.txt}
 * @param seed     of the random numbers
 * @param bytes    about how many that will be
 */
public record Generator(String fileName, long seed, long bytes, Writing writing) {
    /** Writes the input. */
    public interface Writing {
        void write(OutputStream out, Random64 random) throws IOException;
    }

    void write(OutputStream out) throws IOException {
        writing.write(out, new Random64(seed));
    }
}
