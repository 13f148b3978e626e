package org.sss.benchmarks.programs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.sss.api.Bytes;
import org.sss.api.TupleGroup;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/** Writes lines {@code source TAB target} into a group: of each vertex with edges, all its targets. One use, one thread. */
final class Edges {
    private static final int FIRST_EDGES = 1 << 16;

    private int[] sources = new int[FIRST_EDGES];
    private int[] targets = new int[FIRST_EDGES];
    private int count;
    private int vertices;

    private Edges() {
    }

    /** Returns the number of vertices: one more than the largest that is named. */
    static int load(SssClient client, Path file, TupleGroup<Integer, Bytes> group) throws IOException {
        Edges edges = new Edges();
        edges.parse(Files.readAllBytes(file));
        edges.write(client, group);
        return edges.vertices;
    }

    private void parse(byte[] text) {
        int source = 0;
        int number = 0;
        for (byte b : text) {
            if (b == '\t') {
                source = number;
                number = 0;
            } else if (b == '\n') {
                add(source, number);
                number = 0;
            } else {
                number = number * 10 + (b - '0');
            }
        }
    }

    private void add(int source, int target) {
        if (count == sources.length) {
            sources = Arrays.copyOf(sources, 2 * count);
            targets = Arrays.copyOf(targets, 2 * count);
        }
        sources[count] = source;
        targets[count++] = target;
        vertices = Math.max(vertices, 1 + Math.max(source, target));
    }

    private void write(SssClient client, TupleGroup<Integer, Bytes> group) {
        int[] ends = new int[vertices + 1];
        for (int i = 0; i < count; i++) {
            ends[sources[i] + 1]++;
        }
        for (int v = 0; v < vertices; v++) {
            ends[v + 1] += ends[v];
        }
        int[] next = ends.clone();
        byte[] sorted = new byte[count * Integer.BYTES];
        for (int i = 0; i < count; i++) {
            LongsAt.putInt(sorted, next[sources[i]]++ * Integer.BYTES, targets[i]);
        }
        try (GroupWriter<Integer, Bytes> writer = client.write(group)) {
            Bytes view = new Bytes();
            for (int v = 0; v < vertices; v++) {
                if (ends[v + 1] > ends[v]) {
                    writer.append(v, view.set(sorted, ends[v] * Integer.BYTES, (ends[v + 1] - ends[v]) * Integer.BYTES));
                }
            }
            writer.commit();
        }
    }
}
