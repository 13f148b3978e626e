package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;

/** Writes one input; each call writes the same bytes. Immutable. */
public interface Generator {
    /** Of the file, with everything in it that the bytes depend on, such as {@code text-uniform-7-1048576.txt}. */
    String fileName();

    /** Of the random numbers in it. */
    long seed();

    /** About how many bytes that will be. */
    long bytes();

    void write(OutputStream out) throws IOException;
}
