package org.sss.benchmarks.micro;

import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Mode;
import org.sss.benchmarks.measure.Pass;
import org.sss.benchmarks.measure.ProcessMeter;
import org.sss.benchmarks.measure.Sample;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.store.Store;
import org.sss.benchmarks.workload.Records;

/** Measures one pass of a store, and checks that it did what it should. One thread at a time. */
final class Meter {
    private final Path directory;
    private final ProcessMeter client = ProcessMeter.ofThisProcess();

    Meter(Path directory) {
        this.directory = directory;
    }

    /** @throws SssException CORRUPT when the store lost or changed something */
    Sample measure(Mode mode, Store store, Records records) throws Exception {
        DiskSpace.sync(directory);
        System.gc();
        ProcessMeter server = store.serverPid().isPresent() ? new ProcessMeter(store.serverPid().getAsLong()) : null;
        if (server != null) {
            server.reset();
        }
        client.reset();
        Pass pass = mode == Mode.WRITE ? store.write(records) : store.read(records);
        Usage own = pass.usage() != null ? pass.usage() : client.usage();
        Usage theirs = server == null ? null : server.usage();
        check(mode, store, records, pass);
        return new Sample(pass.nanos(), pass.tuples(), records.bytes(), pass.latency(), own, theirs, store.diskBytes());
    }

    private static void check(Mode mode, Store store, Records records, Pass pass) {
        if (pass.tuples() != records.count()) {
            throw new SssException(ErrorCode.CORRUPT, mode + " with " + store.name() + ": " + pass.tuples() + " records instead of "
                    + records.count());
        }
        if (mode == Mode.READ && store.givesRecords() && pass.checksum() != records.checksum()) {
            throw new SssException(ErrorCode.CORRUPT, "read with " + store.name() + ": as many records as were written, "
                    + records.count() + ", but other bytes: checksum " + Long.toHexString(pass.checksum()) + " instead of "
                    + Long.toHexString(records.checksum()));
        }
    }
}
