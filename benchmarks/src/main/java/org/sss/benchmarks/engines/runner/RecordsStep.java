package org.sss.benchmarks.engines.runner;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * What the process of a rival is to do with records at its next repetition: a line of a file in the directory of the workload, as
 * sizes change while the process lives. Immutable.
 *
 * @param name {@link #WRITE}, {@link #READ} or {@link #DELETE}
 */
public record RecordsStep(String name, long seed, int count, int valueBytes, int threads) {
    public static final String WRITE = "write";
    public static final String READ = "read";
    public static final String DELETE = "delete";
    private static final String FILE = "records-step";

    public static RecordsStep read(Path directory) throws IOException {
        String[] words = Files.readString(directory.resolve(FILE)).strip().split(" ");
        return new RecordsStep(words[0], Long.parseLong(words[1]), Integer.parseInt(words[2]), Integer.parseInt(words[3]),
                Integer.parseInt(words[4]));
    }

    public void write(Path directory) throws IOException {
        Files.writeString(directory.resolve(FILE), name + " " + seed + " " + count + " " + valueBytes + " " + threads + "\n");
    }

    /** What a step answers. */
    public static String digest(long tuples, long checksum) {
        return tuples + " " + checksum;
    }
}
