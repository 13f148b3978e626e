package org.sss.benchmarks.micro;

import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Pass;
import org.sss.benchmarks.measure.ProcessMeter;
import org.sss.benchmarks.measure.Sample;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.store.Store;
import org.sss.benchmarks.workload.Lookups;
import org.sss.benchmarks.workload.Records;

/** A store whose client is in this process. Measures its passes, and checks that they did what they should. One thread at a time. */
final class Meter implements Subject {
    private static final int MOST_GETS = 50_000;
    private static final int MOST_BATCHED_GETS = 500_000;

    private final Store store;
    private final Path directory;
    private final ProcessMeter client = ProcessMeter.ofThisProcess();
    private Records records;

    /** @param directory on the file system where the store has its files */
    Meter(Store store, Path directory) {
        this.store = store;
        this.directory = directory;
    }

    @Override
    public String name() {
        return store.name();
    }

    @Override
    public boolean warmsUp() {
        return store.warmsUp();
    }

    @Override
    public boolean measures(Mode mode) {
        return store.measures(mode);
    }

    @Override
    public void prepare(RecordsPlan plan) {
        // Those of before go first: both may be large.
        records = null;
        records = plan.make();
        store.prepare(records);
    }

    @Override
    public Sample measure(Mode mode) throws Exception {
        Work work = work(mode);
        DiskSpace.sync(directory);
        ProcessMeter server = store.serverPid().isPresent() ? new ProcessMeter(store.serverPid().getAsLong()) : null;
        if (server != null) {
            server.reset();
        }
        client.reset();
        Pass pass = work.run.call();
        Usage own = pass.usage() != null ? pass.usage() : client.usage();
        Usage theirs = server == null ? null : server.usage();
        work.check(mode + " with " + store.name(), pass);
        long bytes = pass.tuples() * (Records.KEY_BYTES + records.valueBytes());
        return new Sample(pass.nanos(), pass.tuples(), bytes, pass.latency(), own, theirs, store.diskBytes());
    }

    @Override
    public void drop() throws Exception {
        store.drop();
    }

    @Override
    public void close() throws Exception {
        store.close();
    }

    private Work work(Mode mode) {
        return switch (mode) {
            case WRITE -> new Work(() -> store.write(records), records.count(), null);
            case READ -> new Work(() -> store.read(records), records.count(), store.givesRecords() ? records.checksum() : null);
            case GET, GETS -> {
                int most = mode == Mode.GET ? MOST_GETS : MOST_BATCHED_GETS;
                Lookups lookups = new Lookups(records, Math.min(records.count(), most));
                yield new Work(() -> store.get(mode, lookups), lookups.count(), lookups.checksum());
            }
        };
    }

    /** @param checksum of what is to be read, or null */
    private record Work(Callable<Pass> run, long tuples, Long checksum) {
        void check(String what, Pass pass) {
            if (pass.tuples() != tuples) {
                throw new SssException(ErrorCode.CORRUPT, what + ": " + pass.tuples() + " records instead of " + tuples);
            }
            if (checksum != null && pass.checksum() != checksum) {
                throw new SssException(ErrorCode.CORRUPT, what + ": " + tuples + " records, as it should be, but with other"
                        + " bytes: checksum " + Long.toHexString(pass.checksum()) + " instead of " + Long.toHexString(checksum));
            }
        }
    }
}
