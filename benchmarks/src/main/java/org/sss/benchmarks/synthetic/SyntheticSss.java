package org.sss.benchmarks.synthetic;

import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;
import org.sss.benchmarks.engines.NodeProcesses;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Engine;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.Workload;
import org.sss.benchmarks.store.Cluster;
import org.sss.client.LocalCluster;
import org.sss.client.SssClient;
import org.sss.net.embedded.EmbeddedConfig;

/** SSS as a system of the synthetic benchmark. One thread at a time. */
public final class SyntheticSss implements Engine {
    private static final int LARGE_VALUE_BYTES = 128 << 20;

    private final String name;
    private final boolean inThisProcess;
    private final Map<String, String> settings;

    /**
     * @param name          for reports: the same system may be measured with several settings
     * @param inThisProcess whether nodes are in this process and hand blocks over by reference; else each is a process and they
     *                      use sockets
     * @param settings      of the nodes, by name
     */
    public SyntheticSss(String name, boolean inThisProcess, Map<String, String> settings) {
        this.name = name;
        this.inThisProcess = inThisProcess;
        this.settings = new TreeMap<>(settings);
        // As in Spark and in Hadoop, whose files a crash of the machine may take as well.
        this.settings.putIfAbsent("durability", "none");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean runs(Workload workload) {
        return workload.name().equals(SyntheticRun.WORKLOAD);
    }

    @Override
    public EngineSession open(Workload workload) throws Exception {
        SyntheticConf conf = SyntheticConf.of(SyntheticRun.conf(workload));
        Path files = workload.directory().resolve("sss");
        Cluster cluster = inThisProcess
                ? new Embedded(LocalCluster.start(conf.nodes(), files, EmbeddedConfig.defaults().asFleeting()), files)
                : new NodeProcesses(conf.nodes(), files,
                        Heap.of(workload).share(conf.nodes()).size(), settings(conf));
        try {
            return new SyntheticSssSession(conf, cluster);
        } catch (Exception e) {
            cluster.close();
            throw e;
        }
    }

    /** While Java clears an array for a very large value, all threads of a process wait, also those that answer others. */
    private Map<String, String> settings(SyntheticConf conf) {
        Map<String, String> all = new TreeMap<>(settings);
        if (Math.max(conf.initialValueLength(), Math.max(conf.mapoutValueLength(), conf.reduceoutValueLength())) >= LARGE_VALUE_BYTES) {
            all.putIfAbsent("net.idleTimeout", "1min");
        }
        return all;
    }

    /** Nodes in this process. */
    private record Embedded(SssClient client, Path directory) implements Cluster {
        @Override
        public OptionalLong serverPid() {
            return OptionalLong.empty();
        }

        @Override
        public void close() {
            client.close();
            DiskSpace.delete(directory);
        }
    }
}
