package org.sss.benchmarks.host;

import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.sss.net.rpc.Json;

/** The process of a system: the first line says which program it is to open, the others what that is to do. One thread. */
final class HostMain implements HostLoop.Host {
    private static final double NANOS_PER_SECOND = 1e9;

    private Program program;

    private HostMain() {
    }

    public static void main(String[] args) throws Exception {
        HostLoop.run(new HostMain());
    }

    @Override
    public HostMessage.Answer answer(String line) throws Exception {
        return program == null ? open(line) : done(HostMessage.Ask.valueOf(line));
    }

    private HostMessage.Answer open(String line) throws Exception {
        HostMessage.Open open = Json.read(line.getBytes(StandardCharsets.UTF_8), HostMessage.Open.class, "the first line");
        Programs programs = (Programs) Class.forName(open.programs()).getConstructor().newInstance();
        program = programs.open(open.workload().workload());
        return new HostMessage.Answer(0, null, Map.of());
    }

    private HostMessage.Answer done(HostMessage.Ask ask) throws Exception {
        long begin = System.nanoTime();
        return switch (ask) {
            case LOAD -> program.load() ? new HostMessage.Answer(since(begin), null, Map.of())
                    : new HostMessage.Answer(Double.NaN, null, Map.of());
            case RUN -> {
                Map<String, Double> details = program.run();
                yield new HostMessage.Answer(since(begin), null, new LinkedHashMap<>(details));
            }
            case DETAILS -> new HostMessage.Answer(0, null, program.detailsBehind());
            case DIGEST -> new HostMessage.Answer(0, program.digest(), Map.of());
        };
    }

    private static double since(long beginNanos) {
        return (System.nanoTime() - beginNanos) / NANOS_PER_SECOND;
    }

    @Override
    public void close() throws Exception {
        if (program != null) {
            program.close();
        }
    }
}
