package org.sss.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.TupleGroup;
import org.sss.api.Workflow;
import org.sss.client.ClusterStatus.NodeHealth;

/**
 * Node directories that were copied on different days are put together: each read is right, by the catalog of node 0,
 * or an error.
 */
class RestoredNodesIT {
    private static final int NODES = 3;
    private static final int KEYS = 60;

    @TempDir
    Path directory;
    /** What each day's catalog has, by the name of the group: all values are the same word. */
    private final List<Map<String, String>> days = new ArrayList<>();

    private static TupleGroup<Long, String> group(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.STRING);
    }

    private static LocalSettings config() {
        return LocalSettings.defaults().withSyncsCommits(false).withTaskThreads(1);
    }

    /**
     * The second and the third day both follow the first one, so that they have other groups under the same numbers.
     */
    @Test
    void eachReadIsRightOrAnErrorInAllCombinationsOfDays() throws IOException {
        day(-1, Map.of("same", "same", "replaced", "old", "dropped", "dropped"), "");
        day(0, Map.of("replaced", "second", "new", "second", "second", "second"), "dropped");
        day(0, Map.of("new", "third", "replaced", "third"), "same");
        int wholeGroups = 0;
        for (int combination = 0; combination < Math.pow(days.size(), NODES); combination++) {
            List<Integer> ofNodes = new ArrayList<>();
            for (int node = 0, rest = combination; node < NODES; node++, rest /= days.size()) {
                ofNodes.add(rest % days.size());
            }
            wholeGroups += check(ofNodes);
        }
        assertThat(wholeGroups).as("groups that could be read").isGreaterThan(days.size() * 3);
    }

    private Path day(int number) {
        return directory.resolve("day-" + number);
    }

    private void day(int before, Map<String, String> written, String dropped) throws IOException {
        Path cluster = day(days.size());
        Map<String, String> groups = new TreeMap<>();
        if (before >= 0) {
            copy(day(before), cluster);
            groups.putAll(days.get(before));
        }
        try (SssClient client = LocalCluster.start(NODES, cluster, config())) {
            for (Map.Entry<String, String> group : new TreeMap<>(written).entrySet()) {
                try (GroupWriter<Long, String> writer =
                        client.write(group(group.getKey()).replacing())) {
                    for (long key = 0; key < KEYS; key++) {
                        writer.append(key, group.getValue());
                    }
                    writer.commit();
                }
            }
            groups.putAll(written);
            if (!dropped.isEmpty()) {
                client.drop(dropped);
                groups.remove(dropped);
            }
        }
        days.add(groups);
    }

    /** Returns how many groups were whole. */
    private int check(List<Integer> ofNodes) throws IOException {
        Path cluster = directory.resolve("restored");
        for (int node = 0; node < NODES; node++) {
            copy(day(ofNodes.get(node)).resolve("node-" + node), cluster.resolve("node-" + node));
        }
        Map<String, String> expected = days.get(ofNodes.get(0));
        int whole = 0;
        try (SssClient client = LocalCluster.start(NODES, cluster, config())) {
            for (NodeHealth node : client.admin().status().nodes()) {
                if (node.loss() != null) {
                    assertThat(isRight(() -> client.run(copying("same", "refused")), null))
                            .as("job before the loss is accepted")
                            .isFalse();
                    client.admin().acceptLoss(node.node().id());
                }
            }
            assertThat(client.groups()).extracting(Group::name).containsExactlyElementsOf(expected.keySet());
            for (Map.Entry<String, String> group : expected.entrySet()) {
                boolean right = readsAreRight(client, group.getKey(), group.getValue());
                boolean copied = copyIsRight(client, group.getKey(), group.getValue());
                assertThat(copied && !right)
                        .as("job over %s, which is not whole, on days %s", group, ofNodes)
                        .isFalse();
                assertThat(copied || ofNodes.stream().distinct().count() > 1)
                        .as("job over %s on one day", group)
                        .isTrue();
                boolean isWhole = Stream.of(1, 2)
                        .allMatch(node -> isOfSameDay(group.getKey(), ofNodes.get(0), ofNodes.get(node)));
                assertThat(right || !isWhole)
                        .as("group %s can be read on days %s", group, ofNodes)
                        .isTrue();
                whole += right ? 1 : 0;
            }
        }
        delete(cluster);
        return whole;
    }

    /**
     * Whether the nodes of one day surely have the group of the catalog of another one: files go some time after a
     * drop.
     */
    private boolean isOfSameDay(String group, int catalog, int node) {
        String value = days.get(catalog).get(group);
        return value.equals(days.get(node).get(group));
    }

    /**
     * Whether all reads succeed; then all of them are right. Else all reads of everything fail, and those of single
     * keys may.
     */
    private static boolean readsAreRight(SssClient client, String name, String value) {
        TupleGroup<Long, String> group = group(name);
        List<Map.Entry<Long, String>> all = tuples(value);
        boolean right = isRight(() -> toList(client.scan(group)), all);
        assertThat(isRight(() -> client.count(name), (long) KEYS))
                .as("count of " + name)
                .isEqualTo(right);
        assertThat(isRight(() -> toList(client.scan(group).limit(5)), all.subList(0, 5)))
                .as("first 5 of " + name)
                .isEqualTo(right);
        assertThat(isRight(() -> toList(client.scan(group).from(10L).to(20L)), all.subList(10, 20)))
                .as("range of " + name)
                .isEqualTo(right);
        for (long key = 0; key < 8; key++) {
            long wanted = key;
            assertThat(isRight(() -> client.get(group, wanted), List.of(value)) || !right)
                    .as("key " + key + " of " + name)
                    .isTrue();
        }
        return right;
    }

    private static List<Map.Entry<Long, String>> tuples(String value) {
        return Stream.iterate(0L, key -> key + 1)
                .limit(KEYS)
                .map(key -> Map.entry(key, value))
                .toList();
    }

    /** A new group may have the number of another one that a node still has: that is an error, too. */
    private static boolean copyIsRight(SssClient client, String name, String value) {
        boolean copied = isRight(
                () -> {
                    client.run(copying(name, "copy"));
                    return toList(client.scan(group("copy")));
                },
                tuples(value));
        if (copied) {
            client.drop("copy");
        }
        return copied;
    }

    private static Workflow copying(String from, String to) {
        Workflow workflow = Workflow.named("copy");
        workflow.map(group(from), group(to), (key, value, out) -> out.emit(key, value));
        return workflow;
    }

    private static List<Map.Entry<Long, String>> toList(Scan<Long, String> scan) {
        try (scan) {
            return scan.toList();
        }
    }

    /** Returns false for an error, which must report what is wrong with the data. */
    private static boolean isRight(Supplier<?> read, Object expected) {
        try {
            assertThat(read.get()).isEqualTo(expected);
            return true;
        } catch (SssException e) {
            assertThat(e.code()).as(e.getMessage()).isIn(ErrorCode.CORRUPT, ErrorCode.NOT_FOUND, ErrorCode.STORAGE);
            return false;
        }
    }

    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Path copy = to.resolve(from.relativize(file).toString());
                if (Files.isDirectory(file)) {
                    Files.createDirectories(copy);
                } else {
                    Files.copy(file, copy);
                }
            }
        }
    }

    private static void delete(Path tree) throws IOException {
        try (Stream<Path> files = Files.walk(tree)) {
            for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
                Files.delete(file);
            }
        }
    }
}
