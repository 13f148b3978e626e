package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.RecordComponent;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
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
    void settingsAreTheDefaultsExceptForThoseOfAProcess() throws ReflectiveOperationException {
        NodeConfig defaults = NodeConfig.defaults(directory.resolve("node-0"));
        NodeInfo node = new NodeInfo(0, new NodeAddress("embedded-0", 1), new NodeAddress("embedded-0", 2));
        NodeConfig config = EmbeddedCluster.config(0, List.of(node), directory, EmbeddedConfig.defaults(), 1 << 20);
        List<String> different = new ArrayList<>();
        for (RecordComponent setting : NodeConfig.class.getRecordComponents()) {
            if (!setting.getAccessor().invoke(config).equals(setting.getAccessor().invoke(defaults))) {
                different.add(setting.getName());
            }
        }
        different.removeAll(List.of("taskThreads", "taskBufferBytes")); // equal on some machines
        assertThat(different).containsExactly("nodes", "dataMemoryBytes", "security", "auditBytes", "mayRunAsRoot", "shuffleMemoryBytes",
                "spillDirectory");
    }
}
