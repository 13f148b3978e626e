package org.sss.benchmarks.cli;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.sss.benchmarks.programs.SssPrograms;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.UsageException;
import org.sss.net.transport.ring.RingPlugin;

/**
 * The transports between nodes that are compared. Immutable.
 *
 * @param names   those that this machine has
 * @param leftOut a line for each other one, with the remedy
 */
record Transports(List<String> names, List<String> leftOut) {
    private static final String LOCAL = "local";
    private static final String TCP = "tcp";
    private static final String UCX = "ucx";
    private static final String UCX_SETTING = "net.ucx.";
    private static final List<String> KNOWN = List.of(LOCAL, TCP, "shm", UCX);

    /** @throws UsageException if they do not go with the other options, or if this machine has none of them */
    static Transports of(Call call) {
        boolean processes = call.has(SuiteCommand.PROCESSES);
        List<String> names = BenchmarkOptions.choices(call, "transport", processes ? TCP : LOCAL, KNOWN);
        if (processes == names.contains(LOCAL) || !processes && names.size() > 1) {
            throw new UsageException("--transport local is without --processes, the others need it");
        }
        Optional<String> problem = names.contains(UCX) ? problem(BenchmarkOptions.settings(call)) : Optional.empty();
        if (problem.isEmpty()) {
            return new Transports(names, List.of());
        }
        if (names.size() == 1) {
            throw new UsageException("--transport ucx cannot run here: " + problem.get());
        }
        return new Transports(
                names.stream().filter(name -> !name.equals(UCX)).toList(),
                List.of("left out: transport ucx: " + problem.get()));
    }

    /** What prevents the use of ucx with these settings of nodes, and the remedy. */
    private static Optional<String> problem(Map<String, String> settings) {
        Map<String, String> options = new TreeMap<>();
        settings.forEach((name, value) -> {
            if (name.startsWith(UCX_SETTING)) {
                options.put(name.substring(UCX_SETTING.length()), value);
            }
        });
        return RingPlugin.named(UCX)
                .map(plugin -> plugin.facts(options).stream()
                        .map(RingPlugin.Fact::problem)
                        .filter(Objects::nonNull)
                        .findFirst())
                .orElse(Optional.of("this build has no module sss-net-ucx"));
    }

    /** Parameters of all cases, where there is one transport. */
    Map<String, String> common() {
        return names.size() == 1 ? setting(names.get(0)) : Map.of();
    }

    /** Parameters of each way by the end of its name; one with an empty end where there is one transport. */
    Map<String, Map<String, String>> ways() {
        if (names.size() == 1) {
            return Map.of("", Map.of());
        }
        Map<String, Map<String, String>> ways = new LinkedHashMap<>();
        names.forEach(name -> ways.put(" " + name, setting(name)));
        return ways;
    }

    private static Map<String, String> setting(String name) {
        return name.equals(LOCAL) || name.equals(TCP) ? Map.of() : Map.of(SssPrograms.SETTING + "net.transport", name);
    }
}
