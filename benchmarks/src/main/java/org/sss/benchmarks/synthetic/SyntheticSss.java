package org.sss.benchmarks.synthetic;

import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.sss.benchmarks.engine.Engine;
import org.sss.benchmarks.engine.EngineSession;
import org.sss.benchmarks.engine.SssCluster;
import org.sss.benchmarks.engine.Workload;
import org.sss.client.LocalSettings;

/** SSS as a system of the synthetic benchmark. One thread at a time. */
public final class SyntheticSss implements Engine {
    private static final int LARGE_VALUE_BYTES = 128 << 20;

    private final String name;
    private final boolean inThisProcess;
    private final Map<String, String> settings;

    /**
     * @param name          for reports: the same system may be measured with several settings
     * @param inThisProcess whether nodes are in this process and pass blocks by reference; else each is a process and
     *                      they use sockets
     * @param settings      of the nodes, by name
     */
    public SyntheticSss(String name, boolean inThisProcess, Map<String, String> settings) {
        this.name = name;
        this.inThisProcess = inThisProcess;
        this.settings = new TreeMap<>(settings);
        // As in Spark and in Hadoop, which do not sync their files either.
        this.settings.putIfAbsent("durability", "none");
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public boolean runs(Workload workload) {
        return workload.name().equals(SyntheticConf.WORKLOAD);
    }

    @Override
    public EngineSession open(Workload workload) throws Exception {
        SyntheticConf conf = SyntheticConf.ofParameters(workload.parameters());
        Path files = workload.directory().resolve("sss");
        SssCluster cluster = inThisProcess
                ? SssCluster.inThisProcess(
                        conf.nodes(), files, LocalSettings.defaults().asFleeting())
                : SssCluster.ofProcesses(
                        conf.nodes(), files, workload.heap().share(conf.nodes()).size(), settings(conf));
        try {
            return new SyntheticSssSession(conf, cluster);
        } catch (Exception e) {
            cluster.close();
            throw e;
        }
    }

    /**
     * While Java clears an array for a very large value, all threads of a process wait, also those that answer others.
     */
    private Map<String, String> settings(SyntheticConf conf) {
        Map<String, String> all = new TreeMap<>(settings);
        if (conf.longestParameter() >= LARGE_VALUE_BYTES) {
            all.putIfAbsent("net.idleTimeout", "1min");
        }
        return all;
    }
}
