package org.sss.benchmarks.engine;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.Processors;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.UsageMonitor;

/** A system in a process of its own, with a {@link ProgramHost}. One thread at a time. */
final class ProgramSession implements EngineSession {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Path directory;
    private final boolean warmsUp;
    private final HostLink<ProgramHost> link;
    private final double importSeconds;
    private final double startSeconds;
    private final int processors;

    /** @param programs name of a class that implements {@link Programs} */
    ProgramSession(String system, String programs, Launch launch, boolean warmsUp, Workload workload)
            throws IOException {
        this.warmsUp = warmsUp;
        processors = workload.number(Workload.CORES, Processors.count());
        directory = workload.directory().toAbsolutePath();
        long start = System.nanoTime();
        link = new HostLink<>(system, directory, launch, ProgramHost.class);
        String name = workload.name();
        String input = workload.input() == null
                ? null
                : workload.input().toAbsolutePath().toString();
        Map<String, String> parameters = workload.parameters();
        String files = directory.toString();
        try {
            importSeconds = link.ask(host -> host.open(programs, name, input, parameters, files));
            startSeconds =
                    (System.nanoTime() - start) / NANOS_PER_SECOND - (Double.isNaN(importSeconds) ? 0 : importSeconds);
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public double startSeconds() {
        return startSeconds;
    }

    @Override
    public int processors() {
        return processors;
    }

    @Override
    public double importSeconds() {
        return importSeconds;
    }

    @Override
    public boolean warmsUp() {
        return warmsUp;
    }

    /** The usage is taken before the program reads its own answer. */
    @Override
    public Measurement run() throws IOException {
        ProgramHost.Outcome outcome;
        Usage usage;
        try (UsageMonitor monitor = UsageMonitor.watch(link.pid())) {
            outcome = link.ask(ProgramHost::run);
            usage = monitor.usage();
        }
        Map<String, Double> details = new LinkedHashMap<>(outcome.details());
        details.putAll(link.ask(ProgramHost::detailsAfterRun));
        details.computeIfAbsent("disk_bytes", all -> (double) DiskSpace.used(directory));
        return new Measurement(outcome.seconds(), usage, link.ask(ProgramHost::digest), details);
    }

    @Override
    public void close() {
        link.close();
    }
}
