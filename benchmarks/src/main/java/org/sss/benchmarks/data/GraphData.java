package org.sss.benchmarks.data;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/**
 * Lines {@code source TAB target}. Each vertex has an edge that leaves it; the targets, and the sources of the other edges, are
 * chosen by a power law, so some vertices have many edges and many have none that lead to them.
 */
public record GraphData(int vertices, int edges) implements Generator {
    private static final long SEED = 200;

    @Override
    public String fileName() {
        return "graph-" + SEED + "-" + vertices + "-" + edges + ".tsv";
    }

    @Override
    public long seed() {
        return SEED;
    }

    @Override
    public long bytes() {
        return Math.round(edges * (2 * digits() + 2));
    }

    /** Of the number of a vertex, in the mean. */
    private double digits() {
        long digits = 0;
        for (long first = 1, length = 1; first < vertices; first *= 10, length++) {
            digits += length * (Math.min(vertices, first * 10) - first);
        }
        return (digits + 1.0) / vertices;
    }

    /** As {@link #bytes}, but not fewer than there will be. */
    public long mostBytes() {
        int digits = Integer.toString(vertices - 1).length();
        return (long) edges * (2 * digits + 2);
    }

    @Override
    public void write(OutputStream out) throws IOException {
        Random64 random = new Random64(SEED);
        StringBuilder line = new StringBuilder();
        for (int i = 0; i < edges; i++) {
            int source = i < vertices ? i : skewed(random);
            int target = skewed(random);
            line.setLength(0);
            line.append(source).append('\t').append(target).append('\n');
            out.write(line.toString().getBytes(StandardCharsets.US_ASCII));
        }
    }

    /** Cubed, uniform numbers lie mostly near 0; then the vertices are spread, so that popular ones are no neighbours. */
    private int skewed(Random64 random) {
        double u = random.unit();
        long rank = (long) (vertices * (u * u * u));
        return (int) ((rank * 7919 + 13) % vertices);
    }
}
