package org.sss.benchmarks.rivals.hadoop;

import java.io.IOException;
import java.nio.file.Path;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hdfs.MiniDFSCluster;
import org.apache.hadoop.mapreduce.v2.MiniMRYarnCluster;
import org.sss.benchmarks.engine.Workload;

/** HDFS and YARN with two nodes each in this process; tasks and application masters are processes of their own. */
final class HadoopCluster implements AutoCloseable {
    private static final int NODES = 2;
    private static final int MASTER_MIB = 1024;
    private static final int MIN_TASK_MIB = 256;
    /** What a Java process takes beyond its heap. */
    private static final int OVERHEAD_MIB = 512;

    private static final int MAX_SORT_MIB = 1600;
    private static final String OPEN = " --add-opens=java.base/java.lang=ALL-UNNAMED";

    private final MiniDFSCluster files;
    private final MiniMRYarnCluster jobs;
    private final Configuration conf;

    HadoopCluster(Workload work) throws IOException {
        // The tasks that run at once share the heap that another system has for itself.
        long taskMib = Math.max(MIN_TASK_MIB, work.heap().share(work.threads()).mebibytes());
        Configuration start = filesConf(work.directory());
        addTo(start, container((int) taskMib), work.threads());
        files = startFiles(start);
        jobs = new MiniMRYarnCluster("sss-bench", NODES);
        jobs.init(start);
        jobs.start();
        conf = new Configuration(jobs.getConfig());
        conf.set("fs.defaultFS", files.getFileSystem().getUri().toString());
        setTasks((int) taskMib, work.threads());
    }

    /**
     * What the scheduler gives for a task: it counts in steps of the least, and where that is left out a node has room
     * for a task less.
     */
    private static int container(int taskMib) {
        return (taskMib + OVERHEAD_MIB + MIN_TASK_MIB - 1) / MIN_TASK_MIB * MIN_TASK_MIB;
    }

    static Configuration filesConf(Path directory) {
        Configuration conf = new Configuration();
        conf.set("hadoop.tmp.dir", directory.resolve("hadoop").toString());
        conf.set(MiniDFSCluster.HDFS_MINIDFS_BASEDIR, directory.resolve("hdfs").toString());
        conf.setInt("dfs.replication", 1);
        conf.setLong("dfs.blocksize", 128L << 20);
        conf.setBoolean("dfs.permissions.enabled", false);
        return conf;
    }

    /** Starts HDFS in this process, and enters it into the configuration. */
    static MiniDFSCluster startFiles(Configuration conf) throws IOException {
        MiniDFSCluster files =
                new MiniDFSCluster.Builder(conf).numDataNodes(NODES).build();
        files.waitActive();
        conf.set("fs.defaultFS", files.getFileSystem().getUri().toString());
        return files;
    }

    /** Heartbeats come ten times as often as by default, as they would decide how long small jobs take. */
    private static void addTo(Configuration conf, int containerMib, int threads) {
        int nodeMib = MASTER_MIB + (threads + NODES - 1) / NODES * containerMib;
        conf.setInt("yarn.minicluster.yarn.nodemanager.resource.memory-mb", nodeMib);
        conf.setInt("yarn.nodemanager.resource.memory-mb", nodeMib);
        conf.setInt("yarn.scheduler.minimum-allocation-mb", MIN_TASK_MIB);
        conf.setInt("yarn.scheduler.maximum-allocation-mb", nodeMib);
        conf.setBoolean("yarn.nodemanager.vmem-check-enabled", false);
        conf.setBoolean("yarn.nodemanager.pmem-check-enabled", false);
        conf.setBoolean("yarn.minicluster.control-resource-monitoring", false);
        conf.set("yarn.nodemanager.disk-health-checker.max-disk-utilization-per-disk-percentage", "99.0");
        conf.setInt("yarn.resourcemanager.nodemanagers.heartbeat-interval-ms", 100);
        conf.setFloat("yarn.scheduler.capacity.maximum-am-resource-percent", 0.5f);
    }

    private void setTasks(int taskMib, int threads) {
        String java = "-Xmx" + taskMib + "m -XX:+UseSerialGC" + OPEN;
        for (String kind : new String[] {"map", "reduce"}) {
            conf.setInt("mapreduce." + kind + ".memory.mb", taskMib + OVERHEAD_MIB);
            conf.set("mapreduce." + kind + ".java.opts", java);
            conf.setBoolean("mapreduce." + kind + ".speculative", false);
        }
        conf.setInt("yarn.app.mapreduce.am.resource.mb", MASTER_MIB);
        conf.set("yarn.app.mapreduce.am.command-opts", "-Xmx512m -XX:+UseSerialGC -XX:TieredStopAtLevel=1" + OPEN);
        conf.setInt("mapreduce.task.io.sort.mb", Math.min(MAX_SORT_MIB, taskMib * 2 / 5));
        conf.setInt("mapreduce.task.io.sort.factor", 64);
        conf.set("mapreduce.map.sort.spill.percent", "0.9");
        conf.setInt("mapreduce.job.reduces", threads);
        conf.set("mapreduce.job.reduce.slowstart.completedmaps", "1.0");
        conf.setInt("yarn.app.mapreduce.am.scheduler.heartbeat.interval-ms", 100);
        conf.setInt("mapreduce.client.completion.pollinterval", 100);
        conf.setInt("mapreduce.client.progressmonitor.pollinterval", 100);
    }

    /** For jobs. */
    Configuration conf() {
        return conf;
    }

    @Override
    public void close() {
        jobs.stop();
        files.shutdown();
    }
}
