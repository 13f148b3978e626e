package org.sss.benchmarks.engines;

import java.util.List;
import org.sss.benchmarks.measure.Heap;
import org.sss.benchmarks.measure.Workload;

/**
 * Hadoop with HDFS and YARN in one process and tasks in processes of their own, as many at once as there are processors; those
 * share the heap of the workload, the cluster itself has more. Of records it has all in its own process. One thread at a time.
 */
public final class HadoopRival extends Rival {
    static final RivalLibrary LIBRARY = new RivalLibrary("hadoop", "3.4.2");

    public HadoopRival() {
        super(LIBRARY, "org.sss.benchmarks.rivals.hadoop.HadoopMain",
                List.of("HadoopMain.java", "HadoopCluster.java", "HadoopPhases.java", "HadoopText.java", "HadoopSort.java", "HadoopKMeans.java",
                        "HadoopPageRank.java", "HadoopSynthetic.java", "HadoopEmptyJobs.java", "HadoopRecords.java", "log4j.properties"));
    }

    @Override
    boolean warmsUp() {
        return false;
    }

    @Override
    List<String> javaOptions(Workload workload) {
        Heap heap = workload.name().equals(HadoopStore.WORKLOAD) ? Heap.of(workload) : Heap.OF_COORDINATOR;
        return List.of(heap.option(), "--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED");
    }
}
