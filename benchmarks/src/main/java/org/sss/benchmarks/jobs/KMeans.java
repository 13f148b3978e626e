package org.sss.benchmarks.jobs;

import java.util.Map;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.Emitter;
import org.sss.api.Mapper;
import org.sss.api.Reducer;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.measure.LineDigest;
import org.sss.benchmarks.measure.Workload;
import org.sss.client.SssClient;
import org.sss.net.control.WorkflowStatus;

/**
 * k-means: the mapper of a task sums up the points of each cluster and emits the sums at its end; Reduce adds those of all tasks
 * and divides. The centers of an iteration travel with its mapper. The first points are the first centers. One thread at a time.
 */
final class KMeans implements SssProgram {
    private static final String POINTS = "points";
    private static final TupleGroup<Integer, Bytes> SUMS =
            TupleGroup.of("sums", Codecs.INT, Codecs.BYTES).asTemporary().replacing();
    private static final TupleGroup<Integer, Bytes> CENTERS = TupleGroup.of("centers", Codecs.INT, Codecs.BYTES);

    private int dimensions;
    private double[] centers;

    @Override
    public boolean load(SssClient client, Workload workload) throws Exception {
        dimensions = workload.number("dimensions", 8);
        FixedRecords.load(client, workload.input(), dimensions * Double.BYTES, POINTS);
        return true;
    }

    @Override
    public Map<String, Double> run(SssClient client, Workload workload) {
        centers = firstCenters(client, workload.number("clusters", 16));
        WorkflowStatus[] statuses = new WorkflowStatus[workload.number("iterations", 10)];
        for (int i = 0; i < statuses.length; i++) {
            statuses[i] = client.run(iteration());
            readCenters(client);
        }
        return Phases.of(statuses);
    }

    private double[] firstCenters(SssClient client, int clusters) {
        double[] first = new double[clusters * dimensions];
        var points = client.reader(FixedRecords.group(POINTS));
        for (int k = 0; k < clusters; k++) {
            Bytes point = points.get((long) k).get(0);
            copy(point, first, k * dimensions, dimensions);
        }
        return first;
    }

    private Workflow iteration() {
        Workflow workflow = Workflow.named("kmeans");
        workflow.map(FixedRecords.group(POINTS), SUMS, new Assign(centers, dimensions));
        workflow.reduce(SUMS, CENTERS.replacing(), new Average(dimensions));
        return workflow;
    }

    /** A cluster without points keeps its center. */
    private void readCenters(SssClient client) {
        try (var scan = client.scan(CENTERS)) {
            scan.forEach(entry -> copy(entry.getValue(), centers, entry.getKey() * dimensions, dimensions));
        }
    }

    private static void copy(Bytes from, double[] to, int at, int count) {
        for (int j = 0; j < count; j++) {
            to[at + j] = LongsAt.getDouble(from.array(), from.offset() + j * Double.BYTES);
        }
    }

    @Override
    public String digest(SssClient client) {
        LineDigest digest = new LineDigest();
        for (int k = 0; k < centers.length / dimensions; k++) {
            StringBuilder line = new StringBuilder().append(k);
            for (int j = 0; j < dimensions; j++) {
                line.append('\t').append(centers[k * dimensions + j]);
            }
            digest.add(line.toString());
        }
        return digest.digest();
    }

    /** Sums of the coordinates of each cluster, and behind them the number of its points. */
    private static final class Assign implements Mapper<Long, Bytes, Integer, Bytes> {
        private static final long serialVersionUID = 1L;
        private final double[] centers;
        private final int dimensions;
        private final double[] sums;
        private transient double[] point;

        Assign(double[] centers, int dimensions) {
            this.centers = centers.clone();
            this.dimensions = dimensions;
            sums = new double[centers.length / dimensions * (dimensions + 1)];
        }

        @Override
        public void map(Long number, Bytes value, Emitter<Integer, Bytes> out) {
            if (point == null) {
                point = new double[dimensions];
            }
            copy(value, point, 0, dimensions);
            int at = nearest() * (dimensions + 1);
            for (int j = 0; j < dimensions; j++) {
                sums[at + j] += point[j];
            }
            sums[at + dimensions]++;
        }

        private int nearest() {
            int best = 0;
            double least = Double.MAX_VALUE;
            for (int at = 0; at < centers.length; at += dimensions) {
                double distance = 0;
                for (int j = 0; j < dimensions; j++) {
                    double difference = point[j] - centers[at + j];
                    distance += difference * difference;
                }
                if (distance < least) {
                    least = distance;
                    best = at;
                }
            }
            return best / dimensions;
        }

        @Override
        public void close(Emitter<Integer, Bytes> out) {
            byte[] bytes = new byte[(dimensions + 1) * Double.BYTES];
            for (int k = 0; k < centers.length / dimensions; k++) {
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

    private static final class Average implements Reducer<Integer, Bytes, Integer, Bytes> {
        private static final long serialVersionUID = 1L;
        private final int dimensions;

        Average(int dimensions) {
            this.dimensions = dimensions;
        }

        @Override
        public void reduce(Integer cluster, Iterable<Bytes> parts, Emitter<Integer, Bytes> out) {
            double[] sums = new double[dimensions + 1];
            for (Bytes part : parts) {
                for (int j = 0; j <= dimensions; j++) {
                    sums[j] += LongsAt.getDouble(part.array(), part.offset() + j * Double.BYTES);
                }
            }
            byte[] center = new byte[dimensions * Double.BYTES];
            for (int j = 0; j < dimensions; j++) {
                LongsAt.putDouble(center, j * Double.BYTES, sums[j] / sums[dimensions]);
            }
            out.emit(cluster, Bytes.of(center));
        }
    }
}
