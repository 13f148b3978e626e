package org.sss.benchmarks.stores;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.data.Lookups;
import org.sss.benchmarks.data.Records;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Latency;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.UsageMonitor;

/**
 * A store whose client is in this process. Measures its passes, and checks that they did what they should. One thread
 * at a time.
 */
public final class Meter implements Subject {
    static final String TUPLES_PER_SECOND = "tuples_per_s";
    static final String MEGABYTES_PER_SECOND = "mb_per_s";
    static final String SERVER_CPU = "server_cpu_s";
    static final String SERVER_RSS = "server_peak_rss_bytes";
    /** Until the call returned: the name is free, and no reader finds the records. */
    static final String ANSWERED_MILLIS = "answered_ms";
    /** Until the files were deleted, too. */
    static final String GONE_MILLIS = "gone_ms";

    private static final int MAX_GETS = 50_000;
    private static final int MAX_BATCHED_GETS = 500_000;
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double NANOS_PER_MILLI = 1e6;
    private static final double NANOS_PER_MICRO = 1e3;
    private static final double MEGA = 1e6;

    private Store store;
    private Path directory;
    private Records records;

    /** For {@link #open}. */
    public Meter() {}

    /** @param directory on the file system of the store's files */
    Meter(Store store, Path directory) {
        this.store = store;
        this.directory = directory;
    }

    /** @return whether it warms up */
    boolean open(StorePlan plan) throws Exception {
        store = plan.open();
        directory = plan.path();
        return store.warmsUp();
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
        // The records before are released first: both may be large.
        records = null;
        records = plan.make();
    }

    @Override
    public Measurement measure(Mode mode) throws Exception {
        if (mode == Mode.DELETE) {
            return delete();
        }
        Work work = work(mode);
        DiskSpace.sync(directory);
        Pass pass;
        Usage own;
        Usage theirs;
        try (UsageMonitor client =
                        UsageMonitor.watchAlone(ProcessHandle.current().pid());
                UsageMonitor server = store.serverPid().isPresent()
                        ? UsageMonitor.watchAlone(store.serverPid().getAsLong())
                        : null) {
            pass = work.run.call();
            own = pass.usage() != null ? pass.usage() : client.usage();
            theirs = server == null ? null : server.usage();
        }
        work.check(mode + " with " + store.name(), pass);
        double seconds = pass.nanos() / NANOS_PER_SECOND;
        return new Measurement(seconds, own, "", details(pass, seconds, theirs));
    }

    private Map<String, Double> details(Pass pass, double seconds, Usage server) {
        Map<String, Double> details = new LinkedHashMap<>();
        details.put(TUPLES_PER_SECOND, pass.tuples() / seconds);
        details.put(MEGABYTES_PER_SECOND, pass.tuples() * (Records.KEY_BYTES + records.valueBytes()) / MEGA / seconds);
        if (!pass.latency().equals(Latency.UNKNOWN)) {
            details.put("p50_us", pass.latency().p50Nanos() / NANOS_PER_MICRO);
            details.put("p99_us", pass.latency().p99Nanos() / NANOS_PER_MICRO);
            details.put("p999_us", pass.latency().p999Nanos() / NANOS_PER_MICRO);
        }
        if (server != null) {
            details.put(SERVER_CPU, server.cpuSeconds());
            details.put(SERVER_RSS, (double) server.peakRssBytes());
        }
        details.put("disk_bytes", (double) store.diskBytes());
        return details;
    }

    private Measurement delete() throws Exception {
        Map<String, Double> details = new LinkedHashMap<>();
        DiskSpace.sync(directory);
        Store.Deletion deletion = store.delete();
        details.put("disk_bytes", (double) deletion.diskBytes());
        details.put(ANSWERED_MILLIS, deletion.answeredNanos() / NANOS_PER_MILLI);
        details.put(GONE_MILLIS, deletion.goneNanos() / NANOS_PER_MILLI);
        return new Measurement(deletion.goneNanos() / NANOS_PER_SECOND, deletion.usage(), "", details);
    }

    @Override
    public void drop() throws Exception {
        store.drop();
    }

    @Override
    public void close() throws IOException {
        if (store != null) {
            store.close();
        }
    }

    private Work work(Mode mode) {
        return switch (mode) {
            case WRITE -> new Work(() -> store.write(records), records.count(), null);
            case READ -> new Work(() -> store.read(records), records.count(), records.checksum());
            default -> {
                int max = mode == Mode.GET ? MAX_GETS : MAX_BATCHED_GETS;
                Lookups lookups = new Lookups(records, Math.min(records.count(), max));
                yield new Work(() -> store.get(mode, lookups), lookups.count(), lookups.checksum());
            }
        };
    }

    /** @param checksum of what is to be read, or null */
    private record Work(Callable<Pass> run, long tuples, Long checksum) {
        void check(String what, Pass pass) {
            if (pass.tuples() != tuples) {
                throw new SssException(
                        ErrorCode.CORRUPT, what + ": " + pass.tuples() + " records instead of " + tuples);
            }
            if (checksum != null && pass.checksum() != checksum) {
                throw new SssException(
                        ErrorCode.CORRUPT,
                        what + ": " + tuples
                                + " records, as it should be, but with other"
                                + " bytes: checksum " + Long.toHexString(pass.checksum()) + " instead of "
                                + Long.toHexString(checksum));
            }
        }
    }
}
