package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.NodeInfo;
import org.sss.net.embedded.EmbeddedConfig;
import org.sss.net.transport.NodeAddress;
import org.sss.server.node.config.NodeConfig;

class EmbeddedClusterTest {
    @TempDir
    Path directory;

    /** A changed default of a setting applies to embedded nodes, too. */
    @Test
    void settingsAreTheDefaultsExceptForThoseOfAProcess() {
        NodeConfig defaults = NodeConfig.of(
                "defaults",
                Map.of(
                        "node.id",
                        "0",
                        "cluster.nodes",
                        "localhost",
                        "data.dir",
                        directory.resolve("node-0").toString()));
        NodeInfo node = new NodeInfo(0, new NodeAddress("embedded-0", 1), new NodeAddress("embedded-0", 2));
        NodeConfig config = EmbeddedCluster.config(0, List.of(node), directory, EmbeddedConfig.defaults(), 1 << 20);
        Set<String> different = new TreeSet<>(differences("", config, defaults));
        different.removeAll(List.of("tasks.threads", "tasks.bufferBytes")); // equal on some machines
        assertThat(different)
                .containsExactly(
                        "cluster.nodes",
                        "cluster.replication",
                        "http.address",
                        "security.auditBytes",
                        "security.mayRunAsRoot",
                        "security.mode",
                        "shuffle.memoryBytes",
                        "shuffle.spillDirectory",
                        "storage.memoryBytes");
    }

    private static List<String> differences(String prefix, Record one, Record other) {
        return Stream.of(one.getClass().getRecordComponents())
                .flatMap(component -> {
                    Object its = value(component, one);
                    Object others = value(component, other);
                    String name = prefix + component.getName();
                    return Objects.equals(its, others)
                            ? Stream.of()
                            : its instanceof Record record && prefix.isEmpty()
                                    ? differences(name + ".", record, (Record) others).stream()
                                    : Stream.of(name);
                })
                .toList();
    }

    private static Object value(RecordComponent component, Record record) {
        try {
            return component.getAccessor().invoke(record);
        } catch (ReflectiveOperationException e) {
            throw new AssertionError(e);
        }
    }
}
