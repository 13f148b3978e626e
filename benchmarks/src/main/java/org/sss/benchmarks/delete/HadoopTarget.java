package org.sss.benchmarks.delete;

import java.io.IOException;
import org.sss.benchmarks.engines.HadoopStore;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.workload.Records;

/** A directory of HDFS, with a file for each thread that wrote. One thread at a time. */
final class HadoopTarget implements Target {
    private static final double NANOS_PER_SECOND = 1e9;

    private final HadoopStore store;

    HadoopTarget(DeletePlan plan) throws IOException {
        store = new HadoopStore(plan.directory().resolve(HadoopStore.NAME), plan.threads(), plan.heap());
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public void write(Records records) throws Exception {
        store.write(records);
    }

    @Override
    public long diskBytes() {
        return store.diskBytes();
    }

    @Override
    public DeleteRow.Drop drop() throws Exception {
        Run run = store.delete();
        return new DeleteRow.Drop(nanos(run, "answered_seconds"), nanos(run, "step_seconds"), run.usage());
    }

    private static long nanos(Run run, String detail) {
        return Math.round(run.details().get(detail) * NANOS_PER_SECOND);
    }

    @Override
    public void close() throws Exception {
        store.close();
    }
}
