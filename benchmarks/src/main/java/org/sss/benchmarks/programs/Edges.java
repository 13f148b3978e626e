package org.sss.benchmarks.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.sss.api.Bytes;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/**
 * A graph, its edges in the order of the file. Immutable.
 *
 * @param vertices one more than the largest that is named
 * @param degrees  how many edges leave each vertex
 */
record Edges(int vertices, int[] sources, int[] targets, int[] degrees) {
    /** Of lines {@code source TAB target}. */
    static Edges read(Path file) throws IOException {
        int[] numbers = new int[1 << 16];
        int count = 0;
        int number = 0;
        int largest = 0;
        for (byte b : Files.readAllBytes(file)) {
            if (b >= '0') {
                number = 10 * number + b - '0';
                continue;
            }
            if (count == numbers.length) {
                numbers = Arrays.copyOf(numbers, 2 * count);
            }
            numbers[count++] = number;
            largest = Math.max(largest, number);
            number = 0;
        }
        int[] sources = new int[count / 2];
        int[] targets = new int[count / 2];
        int[] degrees = new int[largest + 1];
        for (int i = 0; i < sources.length; i++) {
            sources[i] = numbers[2 * i];
            targets[i] = numbers[2 * i + 1];
            degrees[sources[i]]++;
        }
        return new Edges(largest + 1, sources, targets, degrees);
    }

    /** Writes a tuple for each vertex that has edges: its targets, each an int. */
    void write(SssClient client, TupleGroup<Integer, Bytes> group) {
        int[] starts = new int[vertices + 1];
        for (int v = 0; v < vertices; v++) {
            starts[v + 1] = starts[v] + degrees[v];
        }
        int[] next = starts.clone();
        byte[] sorted = new byte[sources.length * Integer.BYTES];
        for (int i = 0; i < sources.length; i++) {
            LongsAt.putInt(sorted, next[sources[i]]++ * Integer.BYTES, targets[i]);
        }
        try (GroupWriter<Integer, Bytes> writer = client.write(group)) {
            Bytes view = new Bytes();
            for (int v = 0; v < vertices; v++) {
                if (degrees[v] > 0) {
                    writer.append(v, view.set(sorted, starts[v] * Integer.BYTES, degrees[v] * Integer.BYTES));
                }
            }
            writer.commit();
        }
    }
}
