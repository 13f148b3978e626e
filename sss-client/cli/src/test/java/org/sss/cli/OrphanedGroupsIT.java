package org.sss.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.Codecs;
import org.sss.api.TupleGroup;
import org.sss.client.Group;
import org.sss.client.GroupWriter;
import org.sss.client.OrphanedGroups.Orphan;
import org.sss.client.SssClient;
import org.sss.net.rpc.Json;
import org.sss.net.testing.FreePorts;
import org.sss.server.node.Node;
import org.sss.server.node.config.NodeConfig;

/** Lists, adopts and purges groups that are newer than a journal restored from a backup, by commands. */
class OrphanedGroupsIT {
    private static final int KEYS = 100;

    @TempDir
    Path directory;

    private final List<Node> nodes = new ArrayList<>();
    private String addresses;
    private Commands sss;
    private SssClient client;

    @BeforeEach
    void restoreAnOldJournal() throws IOException {
        List<Integer> ports = FreePorts.take(4);
        addresses =
                "127.0.0.1:" + ports.get(0) + ":" + ports.get(1) + ",127.0.0.1:" + ports.get(2) + ":" + ports.get(3);
        sss = new Commands("127.0.0.1:" + ports.get(0));
        start("127.0.0.1:" + ports.get(0));
        write("old", KEYS);
        Path journal = directory.resolve("node-0/coordinator/journal");
        byte[] backup = Files.readAllBytes(journal);
        write("newer", KEYS);
        write("waste", KEYS);
        write("small", 1);
        stop();
        Files.write(journal, backup);
        start("127.0.0.1:" + ports.get(0));
        await().until(() -> client.admin().orphans().groups().stream()
                        .mapToLong(Orphan::tuples)
                        .sum()
                == 2 * KEYS + 1);
    }

    private void start(String address) {
        for (int id = 0; id < 2; id++) {
            nodes.add(Node.start(NodeConfig.of(
                    "test",
                    Map.of(
                            "node.id",
                            Integer.toString(id),
                            "cluster.nodes",
                            addresses,
                            "data.dir",
                            directory.resolve("node-" + id).toString(),
                            "task.buffer",
                            "1MiB"))));
        }
        nodes.forEach(node -> node.awaitReady(Duration.ofSeconds(30)));
        client = SssClient.connect(address);
    }

    @AfterEach
    void stop() {
        client.close();
        nodes.forEach(Node::close);
        nodes.clear();
    }

    private static TupleGroup<Long, String> group(String name) {
        return TupleGroup.of(name, Codecs.LONG, Codecs.STRING);
    }

    private void write(String name, int keys) {
        try (GroupWriter<Long, String> writer = client.write(group(name))) {
            for (long key = 0; key < keys; key++) {
                writer.append(key, name + " " + key);
            }
            writer.commit();
        }
    }

    private String id(String lastName) {
        return client.admin().orphans().groups().stream()
                .filter(orphan -> orphan.lastName().equals(lastName))
                .map(orphan -> Long.toString(orphan.id()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void listsAdoptsAndPurgesGroupsNewerThanTheJournal() throws IOException {
        assertThat(sss.ok("cluster", "status")).contains("3 orphaned groups: ").contains("'sss group orphans'");
        assertThat(Json.mapper()
                        .readTree(sss.ok("cluster", "status", "--json"))
                        .get("orphanedGroups")
                        .asInt())
                .isEqualTo(3);
        assertThat(sss.ok("group", "orphans").lines().map(line -> line.trim().split(" +")))
                .anySatisfy(row -> assertThat(row)
                        .startsWith(id("newer"))
                        .contains("newer", "100")
                        .endsWith("0,", "1"));
        assertThat(Json.mapper().readTree(sss.ok("group", "orphans", "--json")).get("groups"))
                .hasSize(3);

        String newer = id("newer");
        Orphan orphan = client.admin().orphans().groups().stream()
                .filter(o -> o.lastName().equals("newer"))
                .findFirst()
                .orElseThrow();
        assertThat(sss.failed("group", "adopt", newer, "old")).contains("group 'old' exists already");
        assertThat(sss.failed("group", "adopt", "newer", "again"))
                .contains("there is no orphaned group newer; 'sss group orphans' lists them");
        assertThat(sss.ok("group", "adopt", newer, "again"))
                .startsWith("group " + newer + " is now 'again': 100 tuples, ")
                .contains("node 0 has " + orphan.parts().get(0).tuples() + " tuples");
        assertThat(client.scan(group("again")).toList()).hasSize(KEYS).contains(Map.entry(7L, "newer 7"));
        assertThat(client.get(group("again"), 99L)).containsExactly("newer 99");
        assertThat(client.count("again")).isEqualTo(KEYS);

        String small = id("small");
        assertThat(sss.failed("group", "adopt", small, "few"))
                .contains("may be incomplete")
                .contains("has nothing")
                .contains("--partial");
        sss.ok("group", "adopt", small, "few", "--partial");
        assertThat(client.scan(group("few")).toList()).containsExactly(Map.entry(0L, "small 0"));

        Path waste = directory.resolve("node-0/data/groups/" + id("waste"));
        assertThat(sss.ok("group", "purge", "--all"))
                .startsWith("purged group " + id(waste) + ", last 'waste': 100 tuples, ")
                .hasLineCount(1);
        await().untilAsserted(() -> assertThat(waste).doesNotExist());
        assertThat(sss.ok("cluster", "status")).doesNotContain("orphaned");
        assertThat(sss.failed("group", "purge", id(waste))).contains("there is no orphaned group " + id(waste));

        String address = client.cluster().coordinator().address();
        stop();
        start(address);
        assertThat(client.groups()).extracting(Group::name).containsExactly("again", "few", "old");
        assertThat(client.scan(group("again")).toList()).hasSize(KEYS);
        assertThat(client.admin().status()).satisfies(status -> {
            assertThat(status.orphanedGroups()).isZero();
            assertThat(status.nodes())
                    .allSatisfy(node -> assertThat(node.loss()).isNull());
        });
    }

    private static String id(Path directory) {
        return directory.getFileName().toString();
    }
}
