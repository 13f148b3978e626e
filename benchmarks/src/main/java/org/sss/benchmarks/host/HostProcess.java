package org.sss.benchmarks.host;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.sss.benchmarks.measure.DiskSpace;
import org.sss.benchmarks.measure.EngineSession;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.measure.UsageMonitor;
import org.sss.benchmarks.measure.Workload;
import org.sss.net.rpc.Json;

/** The other end of {@link HostMain}. One thread at a time. */
final class HostProcess implements EngineSession {
    private final Path directory;
    private final HostLink link;
    private final double importSeconds;

    HostProcess(String system, Class<? extends Programs> programs, List<String> javaOptions, Workload workload) throws IOException {
        directory = workload.directory();
        link = new HostLink(system, directory, javaOptions, HostMain.class);
        try {
            link.ask(Json.write(new HostMessage.Open(programs.getName(), HostMessage.WorkloadText.of(workload))), HostMessage.Answer.class);
            importSeconds = ask(HostMessage.Ask.LOAD).seconds();
        } catch (RuntimeException | IOException e) {
            close();
            throw e;
        }
    }

    @Override
    public double importSeconds() {
        return importSeconds;
    }

    @Override
    public Run run() throws IOException {
        HostMessage.Answer answer;
        Usage usage;
        try (UsageMonitor monitor = UsageMonitor.watch(link.pid())) {
            answer = ask(HostMessage.Ask.RUN);
            usage = monitor.usage();
        }
        link.done();
        Map<String, Double> details = new LinkedHashMap<>(answer.details());
        details.putAll(ask(HostMessage.Ask.DETAILS).details());
        details.computeIfAbsent("disk_bytes", all -> (double) DiskSpace.used(directory));
        return new Run(answer.seconds(), usage, ask(HostMessage.Ask.DIGEST).digest(), details);
    }

    private HostMessage.Answer ask(HostMessage.Ask ask) throws IOException {
        return link.ask(ask.name().getBytes(StandardCharsets.UTF_8), HostMessage.Answer.class);
    }

    @Override
    public void close() {
        link.close();
    }
}
