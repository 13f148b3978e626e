package org.sss.benchmarks.synthetic;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.sss.api.Bytes;
import org.sss.api.Codecs;
import org.sss.api.MapJob;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.engine.SssCluster;
import org.sss.benchmarks.engine.SssFiles;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.UsageMonitor;
import org.sss.client.GroupWriter;
import org.sss.client.JobStatistics;
import org.sss.client.RawTuples;
import org.sss.client.SssClient;
import org.sss.client.WorkflowReport;

/** A cluster with the input of one synthetic workload. One thread at a time. */
final class SyntheticSssSession implements EngineSession {
    private static final TupleGroup<Long, Long> SEED = TupleGroup.of("synthetic.seed", Codecs.LONG, Codecs.LONG);
    private static final TupleGroup<Long, Bytes> INPUT = TupleGroup.of("synthetic.input", Codecs.LONG, Codecs.BYTES);
    /** Gone with its workflow, as what a shuffle of other systems writes. */
    private static final TupleGroup<Long, Bytes> MAPOUT =
            TupleGroup.of("synthetic.mapout", Codecs.LONG, Codecs.BYTES).asTemporary();

    private static final TupleGroup<Long, Bytes> OUTPUT = TupleGroup.of("synthetic.output", Codecs.LONG, Codecs.BYTES);
    private static final double NANOS_PER_SECOND = 1e9;

    private final SyntheticConf conf;
    private final SssCluster cluster;
    private final SssClient client;
    private final double importSeconds;
    private final StoredOutput stored;

    SyntheticSssSession(SyntheticConf conf, SssCluster cluster) {
        this.conf = conf;
        this.cluster = cluster;
        client = cluster.client();
        stored = new StoredOutput(conf);
        long start = System.nanoTime();
        writeInput();
        importSeconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
    }

    /** Keys are written by the client, values are made where they are stored: large ones need not travel. */
    private void writeInput() {
        try (GroupWriter<Long, Long> writer = client.write(SEED)) {
            for (long key = 0; key < conf.initialKeyCount(); key++) {
                writer.append(key, key);
            }
            writer.commit();
        }
        Workflow workflow = Workflow.named("synthetic-input");
        workflow.map(SEED, INPUT, new SssFunctions.Input(conf.initialValueLength()))
                .partitionBy(SssFunctions.ofInput(conf.partitionMethod()));
        client.run(workflow);
        client.drop(SEED.name());
    }

    @Override
    public double importSeconds() {
        return importSeconds;
    }

    @Override
    public Measurement run() throws Exception {
        Workflow workflow = workflow();
        try (UsageMonitor monitor = UsageMonitor.watch(ProcessHandle.current().pid())) {
            long start = System.nanoTime();
            WorkflowReport status = client.run(workflow);
            double seconds = (System.nanoTime() - start) / NANOS_PER_SECOND;
            Usage usage = monitor.usage();
            Answer answer =
                    stored.complete(counted(status), client.group(OUTPUT.name()).dataBytes(), this::readOutput);
            return new Measurement(seconds, usage, answer.digest(conf), details(status));
        } finally {
            dropOutput();
        }
    }

    private Workflow workflow() {
        Workflow workflow = Workflow.named("synthetic");
        MapJob<Long, Bytes> map = workflow.map(INPUT, MAPOUT, new SssFunctions.Map(conf))
                .named("map")
                .partitionBy(SssFunctions.ofMap(conf.partitionMethod()));
        if (conf.foldsInCombiner()) {
            map.combine(new SssFunctions.Combine(conf));
        }
        workflow.reduce(MAPOUT, OUTPUT, new SssFunctions.Reduce(conf)).named("reduce");
        return workflow;
    }

    private void readOutput(StoredOutput into) {
        try (RawTuples tuples = client.raw(OUTPUT.name(), null, null, null)) {
            while (tuples.next()) {
                long key = Codecs.LONG.decode(tuples.keyArray(), tuples.keyOffset(), tuples.keyLength());
                into.add(key, tuples.valueArray(), tuples.valueOffset(), tuples.valueLength());
            }
        }
    }

    private static Answer counted(WorkflowReport status) {
        Map<String, Long> counters = new LinkedHashMap<>();
        status.jobs()
                .forEach(job -> job.progress().counters().forEach((name, n) -> counters.merge(name, n, Long::sum)));
        return Answer.of(counters);
    }

    private Map<String, Double> details(WorkflowReport status) {
        Map<String, Double> details = new LinkedHashMap<>();
        status.jobs().forEach(job -> {
            details.put(job.name() + "_seconds", JobNumbers.seconds(job));
            details.put(job.name() + JobNumbers.FUNCTIONS, JobNumbers.functionSeconds(job));
        });
        JobStatistics map = status.jobs().get(0).statistics();
        JobStatistics reduce = status.jobs().get(1).statistics();
        JobStatistics.Size mapout = map.written().get(0);
        int subgroups = client.cluster().subgroupCount();
        details.put("subgroups", (double) subgroups);
        details.put("skew", mapout.tuples() == 0 ? 1 : (double) reduce.largestTuples() * subgroups / mapout.tuples());
        details.put("reduce_keys", (double) reduce.written().get(0).tuples());
        details.put("shuffled_pairs", (double) mapout.tuples());
        details.put("shuffled_bytes", (double) mapout.dataBytes());
        double blocks = Stream.of(map.read(), map.written(), reduce.written())
                .flatMap(List::stream)
                .mapToLong(JobStatistics.Size::storedBytes)
                .sum();
        long files = SssFiles.used(
                cluster.directory(),
                Stream.of(INPUT, OUTPUT)
                        .mapToLong(group -> client.group(group.name()).id()),
                mapout.storedBytes());
        details.put("disk_bytes", files == 0 ? blocks : files);
        return details;
    }

    private void dropOutput() {
        if (client.groups().stream().anyMatch(group -> group.name().equals(OUTPUT.name()))) {
            client.drop(OUTPUT.name());
        }
    }

    @Override
    public void close() {
        cluster.close();
    }
}
