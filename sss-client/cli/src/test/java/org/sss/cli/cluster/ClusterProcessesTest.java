package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterProcessesTest {
    private static final NodeDirectory NODE = new NodeDirectory(Path.of("/cluster/node-0"));

    @Test
    void nodesOfAMachineShareItsMemory() {
        assertThat(shares(1)).isEmpty();
        assertThat(shares(2)).containsExactly("-XX:MaxRAMPercentage=25.00");
        assertThat(shares(3)).containsExactly("-XX:MaxRAMPercentage=20.00");
        assertThat(shares(7))
                .as("rounded down, so that they are not more than 60 together")
                .containsExactly("-XX:MaxRAMPercentage=8.57");
        assertThat(shares(256)).containsExactly("-XX:MaxRAMPercentage=0.23");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-Xmx4g", "-XX:MaxHeapSize=4g", "-XX:MaxRAMPercentage=70"})
    void anExplicitHeapAppliesToEachNode(String option) {
        assertThat(shares(3, "-Da=b", option)).isEqualTo(option.contains("RAM") ? List.of(option) : List.of());
        assertThat(ClusterProcesses.command(NODE, List.of("-Da=b", option), 3))
                .containsSubsequence("-Da=b", option, "-cp");
    }

    private static List<String> shares(int nodes, String... inherited) {
        return ClusterProcesses.command(NODE, List.of(inherited), nodes).stream()
                .filter(word -> word.startsWith("-XX:MaxRAMPercentage"))
                .toList();
    }
}
