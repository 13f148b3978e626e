package org.sss.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.sss.benchmarks.measure.Heap;

/**
 * Hadoop with HDFS and YARN in one process and tasks in processes of their own, as many at once as there are
 * processors; those share the heap of the workload, the cluster itself has more. One thread at a time.
 */
public final class HadoopRival extends Rival {
    static final RivalLibrary LIBRARY = new RivalLibrary("hadoop", "3.4.2");
    private static final List<String> OPENED =
            List.of("--add-opens=java.base/java.lang=ALL-UNNAMED", "--add-opens=java.base/java.util=ALL-UNNAMED");

    public HadoopRival() {
        super(LIBRARY, "org.sss.benchmarks.rivals.hadoop.HadoopPrograms");
    }

    @Override
    protected boolean warmsUp() {
        return false;
    }

    @Override
    List<String> javaOptions(Workload workload) {
        return options(Heap.OF_COORDINATOR);
    }

    private static List<String> options(Heap heap) {
        return List.of(heap.option(), OPENED.get(0), OPENED.get(1));
    }

    /** Of a process with HDFS and a client in it. */
    public static Launch ofStore(Heap heap, Path directory) throws IOException {
        return new HadoopRival().launch(options(heap), directory);
    }
}
