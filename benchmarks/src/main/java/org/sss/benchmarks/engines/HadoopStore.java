package org.sss.benchmarks.engines;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.engines.runner.RecordsStep;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Pass;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Workload;
import org.sss.benchmarks.store.Store;
import org.sss.benchmarks.workload.Records;

/**
 * Records in sequence files of HDFS: one file for each thread, many records in each, which is fair. The client's threads are in
 * the process of HDFS, and blocks travel over the loopback. One thread calls.
 */
public final class HadoopStore implements Store {
    public static final String NAME = "hadoop";
    static final String WORKLOAD = "records";
    private static final double NANOS_PER_SECOND = 1e9;

    private final Path directory;
    private final int threads;
    private final EngineSession session;
    private final long emptyBytes;
    private Records written;

    /** @throws SssException INVALID_ARGUMENT when Hadoop is not on this machine; tells how to get it */
    public HadoopStore(Path directory, int threads, String heap) throws IOException {
        this.directory = directory;
        this.threads = threads;
        checkIsThere();
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("nodes", "1");
        if (heap != null) {
            parameters.put("heap", heap);
        }
        session = new HadoopRival().open(new Workload(WORKLOAD, null, parameters, directory));
        emptyBytes = DiskSpace.used(directory);
    }

    /** @throws SssException INVALID_ARGUMENT when Hadoop is not on this machine; tells how to get it */
    public static void checkIsThere() {
        new HadoopRival().missing().ifPresent(why -> {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "system '" + NAME + "' is not here: " + why);
        });
    }

    @Override
    public String name() {
        return NAME;
    }

    @Override
    public Pass write(Records records) throws Exception {
        written = records;
        return pass(step(RecordsStep.WRITE));
    }

    @Override
    public Pass read(Records records) throws Exception {
        return pass(step(RecordsStep.READ));
    }

    private Run step(String name) throws Exception {
        new RecordsStep(name, written.seed(), written.count(), written.valueBytes(), threads).write(directory);
        return session.run();
    }

    private static Pass pass(Run run) {
        String[] answer = run.digest().split(" ");
        return new Pass(Math.round(run.details().get("step_seconds") * NANOS_PER_SECOND), Long.parseLong(answer[0]),
                Long.parseLong(answer[1]), Latency.UNKNOWN, run.usage());
    }

    @Override
    public long diskBytes() {
        return DiskSpace.used(directory) - emptyBytes;
    }

    /** Deletes the files and waits until their blocks are gone. Tells how long the call took, and all: {@code answered_seconds}. */
    public Run delete() throws Exception {
        return step(RecordsStep.DELETE);
    }

    @Override
    public void drop() throws Exception {
        delete();
    }

    @Override
    public void close() throws Exception {
        session.close();
        DiskSpace.delete(directory);
    }
}
