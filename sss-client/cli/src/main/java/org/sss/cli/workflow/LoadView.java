package org.sss.cli.workflow;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.sss.cli.terminal.Console;
import org.sss.cli.terminal.Units;
import org.sss.client.Progress.KeyBytes;
import org.sss.client.Progress.OutputLoad;

/** Prints how the output of a job is distributed over nodes, subgroups and keys. Stateless. */
final class LoadView {
    /** Of nodes and keys, largest first; JSON has all. */
    private static final int SHOWN = 5;

    private static final double MIN_PERCENT = 1;

    private LoadView() {}

    /** @param prefix of each line */
    static void print(Console console, String prefix, OutputLoad load) {
        long total = load.bytes();
        if (total == 0) {
            return;
        }
        List<Integer> nodes = largest(load.nodeBytes());
        console.line(prefix + "bytes by node: "
                + nodes.stream()
                        .limit(SHOWN)
                        .map(node -> node + " " + Units.bytes(load.nodeBytes().get(node)))
                        .collect(Collectors.joining(", "))
                + (nodes.size() > SHOWN ? " and " + (nodes.size() - SHOWN) + " more nodes" : "")
                + String.format(
                        Locale.ROOT,
                        " (largest %.2f times the mean)",
                        (double) load.nodeBytes().get(nodes.get(0)) * nodes.size() / total));
        int subgroup = largest(load.subgroupBytes()).get(0);
        long bytes = load.subgroupBytes().get(subgroup);
        console.line(String.format(
                Locale.ROOT,
                "%slargest subgroup: %d with %s, %.1f %% of the bytes (even share: %.1f %%)",
                prefix,
                subgroup,
                Units.bytes(bytes),
                percent(bytes, total),
                100.0 / load.subgroupBytes().size()));
        List<KeyBytes> keys = load.heaviest().stream()
                .filter(key -> percent(key.bytes(), total) >= MIN_PERCENT)
                .limit(SHOWN)
                .toList();
        if (!keys.isEmpty()) {
            console.line(prefix + "keys with the most bytes (estimated): "
                    + keys.stream()
                            .map(key ->
                                    String.format(Locale.ROOT, "%s %.0f %%", key.key(), percent(key.bytes(), total)))
                            .collect(Collectors.joining(", ")));
        }
    }

    private static double percent(long bytes, long total) {
        return 100.0 * bytes / total;
    }

    /** The indexes in descending order of their values. */
    private static List<Integer> largest(List<Long> values) {
        return IntStream.range(0, values.size())
                .boxed()
                .sorted(Comparator.comparingLong(values::get).reversed())
                .toList();
    }
}
