package org.sss.benchmarks.data;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Writes inputs of workloads. Stateless. */
public final class InputFiles {
    private InputFiles() {}

    public static void write(Generator input, Path file) throws IOException {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file))) {
            input.write(out);
        }
    }
}
