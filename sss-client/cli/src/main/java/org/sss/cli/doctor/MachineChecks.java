package org.sss.cli.doctor;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.DirectoryStream;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.sss.api.SssException;
import org.sss.cli.terminal.Units;
import org.sss.client.NodeStatus.MachineLoad;
import org.sss.io.store.Connector;
import org.sss.io.store.Connectors;
import org.sss.kvs.library.KvsException;
import org.sss.kvs.library.KvsLibrary;
import org.sss.net.transport.ring.RingPlugin;
import org.sss.net.transport.ring.RingPlugin.Fact;
import org.sss.net.transport.shm.ShmRings;
import org.sss.server.node.config.RingSettings;

/**
 * Checks this machine, as a node that is started by this user would find it. Immutable.
 *
 * @param shared     directory of files in memory
 * @param infiniband directory with an entry for each RDMA device
 * @param ucx        what the module for UCX reports
 * @param load       null if the system does not know it
 */
record MachineChecks(
        ProcessLimits limits, Path shared, Path infiniband, List<Fact> ucx, MachineLoad load, Pressure pressure) {
    /** A node of a small cluster needs some hundred; it has up to 1024 segments open. */
    static final long FEW_FILES = 4096;
    /** A node has some hundred threads; other programs of the user count too. */
    static final long FEW_PROCESSES = 2048;
    /** Rings of 16 MiB to some peers, which RDMA locks in memory. */
    static final long LITTLE_LOCKED = 256L << 20;

    /** Percent of the time in which the whole machine waits. */
    static final double MUCH_PRESSURE = 20;

    private static final String LIBUCX = "libucx";
    private static final Path INFINIBAND = Path.of("/sys/class/infiniband");

    static MachineChecks ofThisMachine() {
        // Without a device only the library is tried: libucx prints an error if it does not find the transport of a
        // node's settings.
        Map<String, String> options = devices(INFINIBAND).isEmpty() ? Map.of("tls", "tcp") : Map.of();
        return new MachineChecks(
                ProcessLimits.ofThisProcess(),
                ShmRings.DIRECTORY,
                INFINIBAND,
                RingPlugin.named("ucx").map(plugin -> plugin.facts(options)).orElse(List.of()),
                MachineLoad.now(),
                Pressure.ofThisMachine());
    }

    List<Finding> run() {
        List<Finding> findings = new ArrayList<>();
        findings.add(java());
        findings.add(machine());
        findings.add(busyness());
        pressed(
                        "memory",
                        "it is swapping or short of memory: give the nodes smaller heaps (SSS_HEAP), or end other "
                                + "programs")
                .ifPresent(findings::add);
        pressed("io", "its disks are slower than what is asked of them: see which program writes ('iotop')")
                .ifPresent(findings::add);
        findings.add(library());
        findings.add(limit(
                "open files",
                "Max open files",
                FEW_FILES,
                "ulimit -n " + 16 * FEW_FILES + ", or LimitNOFILE of the service"));
        findings.add(limit(
                "threads",
                "Max processes",
                FEW_PROCESSES,
                "ulimit -u " + 8 * FEW_PROCESSES + ", or pids.max of the container"));
        findings.add(sharedMemory());
        List<String> devices = devices(infiniband);
        findings.add(
                devices.isEmpty()
                        ? Finding.ok("RDMA devices", "none")
                        : Finding.ok("RDMA devices", String.join(", ", devices)));
        findings.add(lockedMemory(!devices.isEmpty()));
        findings.add(libucx(!devices.isEmpty()));
        findings.add(connectors(Connectors.ofProcess().installed()));
        return findings;
    }

    private Finding libucx(boolean devices) {
        Fact library = ucx.stream()
                .filter(fact -> fact.name().equals(LIBUCX))
                .findFirst()
                .orElse(new Fact(LIBUCX, "not found", "the jar sss-net-ucx is not on the class path"));
        if (!devices) {
            return Finding.ok(LIBUCX, library.value() + ", of no use without an RDMA device");
        }
        return library.problem() == null
                ? Finding.ok(LIBUCX, library.value() + "; net.transport = ucx can be used")
                : Finding.note(LIBUCX, library.value() + "; net.transport = ucx cannot be used", library.problem());
    }

    static Finding connectors(List<Connector> installed) {
        return Finding.ok(
                "connectors",
                installed.isEmpty()
                        ? "none in ext"
                        : installed.stream()
                                .map(each -> each.name() + " (" + Units.count(each.jars(), "jar") + " in "
                                        + each.directory() + ")")
                                .collect(Collectors.joining(", ")));
    }

    private static Finding java() {
        return Finding.ok(
                "Java",
                System.getProperty("java.version") + " of " + System.getProperty("java.vendor") + ", maximum heap "
                        + Units.bytes(Runtime.getRuntime().maxMemory()) + " here");
    }

    private static Finding machine() {
        long memory =
                ManagementFactory.getOperatingSystemMXBean() instanceof com.sun.management.OperatingSystemMXBean system
                        ? system.getTotalMemorySize()
                        : 0;
        return Finding.ok(
                "machine",
                System.getProperty("os.name") + " on " + System.getProperty("os.arch") + ", "
                        + Units.count(Runtime.getRuntime().availableProcessors(), "processor")
                        + (memory == 0 ? "" : ", " + Units.bytes(memory) + " of memory"));
    }

    private Finding busyness() {
        if (load == null) {
            return Finding.ok("load", "unknown");
        }
        String advice =
                "commands and nodes answer late, and time limits may expire: end other programs ('top' shows them)";
        return load.isOverloaded()
                ? Finding.problem("load", "overloaded: " + load, advice)
                : load.isBusy() ? Finding.note("load", "busy: " + load, advice) : Finding.ok("load", load.toString());
    }

    private Optional<Finding> pressed(String resource, String advice) {
        double percent = pressure.percent(resource).orElse(0);
        return percent < MUCH_PRESSURE
                ? Optional.empty()
                : Optional.of(Finding.note(
                        resource,
                        String.format(
                                Locale.ROOT,
                                "for %.0f %% of the last ten seconds nothing ran, as all threads waited for %s",
                                percent,
                                resource.equals("io") ? "a disk" : resource),
                        advice));
    }

    private static Finding library() {
        try {
            Path from = KvsLibrary.load(null);
            return Finding.ok("native library", "can be loaded" + (from == null ? "" : " from " + from));
        } catch (KvsException e) {
            return Finding.problem("native library", "cannot be loaded", e.getMessage());
        }
    }

    private Finding limit(String what, String name, long few, String raise) {
        OptionalLong soft = limits.soft(name);
        if (soft.isEmpty()) {
            return Finding.note(what, "the limit is unknown", "see that the limit is at least " + few);
        }
        long limit = soft.getAsLong();
        String found = limit == ProcessLimits.UNLIMITED ? "unlimited" : "at most " + limit;
        return limit >= few
                ? Finding.ok(what, found)
                : Finding.note(what, found, "a node under load may need more: " + raise);
    }

    private Finding sharedMemory() {
        try {
            ShmRings.open(shared, RingSettings.OFF.shape());
            FileStore store = Files.getFileStore(shared);
            return Finding.ok(
                    "shared memory",
                    Units.bytes(store.getUsableSpace()) + " free of " + Units.bytes(store.getTotalSpace()) + " in "
                            + shared + "; net.transport = shm can be used");
        } catch (SssException e) {
            return Finding.note("shared memory", "cannot be used, so data goes by TCP", e.getMessage());
        } catch (IOException e) {
            return Finding.note("shared memory", "the size of " + shared + " is unknown", e.toString());
        }
    }

    private static List<String> devices(Path directory) {
        List<String> names = new ArrayList<>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(directory)) {
            found.forEach(device -> names.add(device.getFileName().toString()));
        } catch (IOException e) { // a machine without such devices has no such directory
            return List.of();
        }
        names.sort(null);
        return names;
    }

    /** Only RDMA locks memory. */
    private Finding lockedMemory(boolean devices) {
        OptionalLong soft = limits.soft("Max locked memory");
        String found = soft.isEmpty()
                ? "the limit is unknown"
                : soft.getAsLong() == ProcessLimits.UNLIMITED
                        ? "unlimited"
                        : "at most " + Units.bytes(soft.getAsLong());
        return !devices || soft.orElse(0) >= LITTLE_LOCKED
                ? Finding.ok("locked memory", found)
                : Finding.note(
                        "locked memory", found, "RDMA needs more: ulimit -l unlimited, or LimitMEMLOCK of the service");
    }
}
