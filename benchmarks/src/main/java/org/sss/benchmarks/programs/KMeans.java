package org.sss.benchmarks.programs;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.sss.api.Bytes;
import org.sss.api.CoGrouper;
import org.sss.api.CoValues;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.TaskContext;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.Workload;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.client.GroupWriter;
import org.sss.client.SssClient;

/**
 * k-means, as a loop on the servers: the mapper of a task has the centers as side data, sums up the points of each
 * cluster, and emits the sums at its end; a co-group with the old centers adds those of all tasks and divides. The
 * first points are the first centers. One thread at a time.
 */
final class KMeans implements SssProgram {
    private static final String POINTS = "points";
    private static final TupleGroup<Integer, Bytes> SUMS =
            TupleGroup.of("sums", Codecs.INT, Codecs.BYTES).asTemporary().replacing();
    private static final TupleGroup<Integer, Bytes> CENTERS = TupleGroup.of("centers", Codecs.INT, Codecs.BYTES);
    private static final TupleGroup<Integer, Bytes> NEXT =
            TupleGroup.of("next", Codecs.INT, Codecs.BYTES).replacing();

    private int dimensions;
    private int clusters;

    @Override
    public boolean load(SssClient client, Workload workload) throws Exception {
        dimensions = workload.number("dimensions", 8);
        FixedRecords.load(client, workload.input(), dimensions * Double.BYTES, POINTS);
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        clusters = workload.number("clusters", 16);
        writeFirstCenters(client);
        Workflow workflow = Workflow.named("kmeans");
        workflow.repeat(workload.number("iterations", 10), body -> {
                    body.map(FixedRecords.group(POINTS), SUMS, new Assign(clusters, dimensions))
                            .with(CENTERS);
                    body.coGroup(List.of(CENTERS, SUMS), NEXT, new Average(dimensions));
                })
                .carry(NEXT, CENTERS);
        return Phases.of(client.run(workflow));
    }

    /** The first points. */
    private void writeFirstCenters(SssClient client) {
        List<Long> numbers = LongStream.range(0, clusters).boxed().toList();
        List<List<Bytes>> points = client.reader(FixedRecords.group(POINTS)).getAll(numbers);
        try (GroupWriter<Integer, Bytes> writer = client.write(CENTERS.replacing())) {
            for (int k = 0; k < clusters; k++) {
                writer.append(k, points.get(k).get(0));
            }
            writer.commit();
        }
    }

    private static double coordinate(Bytes point, int j) {
        return LongsAt.getDouble(point.array(), point.offset() + j * Double.BYTES);
    }

    @Override
    public String digest(SssClient client) {
        LineDigest digest = new LineDigest();
        try (var scan = client.scan(NEXT)) {
            scan.forEach(entry -> {
                StringBuilder line = new StringBuilder().append(entry.getKey());
                for (int j = 0; j < dimensions; j++) {
                    line.append('\t').append(coordinate(entry.getValue(), j));
                }
                digest.add(line.toString());
            });
        }
        return digest.digest();
    }

    /**
     * Sums of the coordinates of each cluster, and after them the number of its points. The centers lie coordinate by
     * coordinate, so that the distances of a point to all of them are loops over long arrays, for which the processor
     * has wide instructions.
     */
    private static final class Assign implements Mapper<Long, Bytes, Integer, Bytes> {
        private static final long serialVersionUID = 1L;
        private final double[][] centers;
        private final int dimensions;
        private final double[] sums;
        private final double[] distances;

        Assign(int clusters, int dimensions) {
            this.dimensions = dimensions;
            centers = new double[dimensions][clusters];
            distances = new double[clusters];
            sums = new double[clusters * (dimensions + 1)];
        }

        @Override
        public void setup(TaskContext context) throws Exception {
            context.side(CENTERS).asTuples().forEach((cluster, center) -> {
                for (int j = 0; j < dimensions; j++) {
                    centers[j][cluster] = coordinate(center, j);
                }
            });
        }

        @Override
        public void map(Long number, Bytes point, Emitter<Integer, Bytes> out) {
            Arrays.fill(distances, 0);
            for (int j = 0; j < dimensions; j++) {
                Kernels.addSquares(coordinate(point, j), centers[j], distances);
            }
            int at = Kernels.indexOfMin(distances) * (dimensions + 1);
            for (int j = 0; j < dimensions; j++) {
                sums[at + j] += coordinate(point, j);
            }
            sums[at + dimensions]++;
        }

        @Override
        public void close(Emitter<Integer, Bytes> out) {
            byte[] bytes = new byte[(dimensions + 1) * Double.BYTES];
            for (int k = 0; k < distances.length; k++) {
                int at = k * (dimensions + 1);
                for (int j = 0; j <= dimensions; j++) {
                    LongsAt.putDouble(bytes, j * Double.BYTES, sums[at + j]);
                }
                if (sums[at + dimensions] > 0) {
                    out.emit(k, Bytes.of(bytes));
                }
            }
        }
    }

    /** A cluster without points does not move. */
    private record Average(int dimensions) implements CoGrouper<Integer, Integer, Bytes> {
        private static final long serialVersionUID = 1L;

        @Override
        public void coGroup(Integer cluster, CoValues values, Emitter<Integer, Bytes> out) {
            double[] sums = new double[dimensions + 1];
            for (Bytes part : values.of(SUMS)) {
                for (int j = 0; j <= dimensions; j++) {
                    sums[j] += coordinate(part, j);
                }
            }
            if (sums[dimensions] == 0) {
                values.of(CENTERS).forEach(center -> out.emit(cluster, center));
                return;
            }
            byte[] center = new byte[dimensions * Double.BYTES];
            for (int j = 0; j < dimensions; j++) {
                LongsAt.putDouble(center, j * Double.BYTES, sums[j] / sums[dimensions]);
            }
            out.emit(cluster, Bytes.of(center));
        }
    }
}
