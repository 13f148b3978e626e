package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

class RootRuleTest {
    @TempDir
    private Path root;

    @Test
    void rootMayNotRunANodeThatOtherMachinesReach() {
        assertThat(new RootRule(0, false, false, false).permits()).isFalse();
        assertThatThrownBy(() -> new RootRule(0, false, false, false).check(2)).isInstanceOf(SssException.class)
                .hasMessageContainingAll("node 2", "root (uid 0)", "run.as.root = allowed", "container");
    }

    @Test
    void rootMayRunANodeOnLoopbackInAContainerOrWithTheSetting() {
        for (RootRule rule : List.of(new RootRule(0, true, false, false), new RootRule(0, false, true, false),
                new RootRule(0, false, false, true))) {
            assertThat(rule.permits()).as("%s", rule).isTrue();
            assertThatCode(() -> rule.check(0)).doesNotThrowAnyException();
        }
    }

    @Test
    void otherUsersMayRunAnyNode() {
        for (long uid : new long[] {-1, 1, 1000}) {
            for (boolean loopback : new boolean[] {false, true}) {
                assertThat(new RootRule(uid, loopback, false, false).permits()).isTrue();
            }
        }
    }

    @Test
    void effectiveUidIsRead() throws IOException {
        Path status = Files.writeString(root.resolve("status"),
                "Name:\tjava\nUid:\t1000\t0\t1000\t1000\nGid:\t5\t5\t5\t5\n");
        assertThat(RootRule.uid(status)).isZero();
        assertThat(RootRule.uid(root.resolve("none"))).isEqualTo(-1);
        Path own = Path.of("/proc/self/status");
        assertThat(RootRule.uid(own)).isEqualTo(((Integer) Files.getAttribute(own, "unix:uid")).longValue());
    }

    @Test
    void containersAreKnownByTheirFiles() throws IOException {
        assertThat(RootRule.isInContainer(root, Map.of("PATH", "/bin"))).isFalse();
        for (String file : List.of(".dockerenv", "run/.containerenv", "run/systemd/container")) {
            Path sign = root.resolve(file);
            Files.createDirectories(sign.getParent());
            Files.createFile(sign);
            assertThat(RootRule.isInContainer(root, Map.of())).as(file).isTrue();
            Files.delete(sign);
        }
    }

    @Test
    void containersAreKnownByTheEnvironment() throws IOException {
        assertThat(RootRule.isInContainer(root, Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1"))).isTrue();
        assertThat(RootRule.isInContainer(root, Map.of("container", "podman"))).isTrue();
        Path environment = Files.createDirectories(root.resolve("proc/1")).resolve("environ");
        Files.writeString(environment, "PATH=/bin\u0000mycontainer=1\u0000");
        assertThat(RootRule.isInContainer(root, Map.of())).isFalse();
        Files.writeString(environment, "PATH=/bin\u0000container=lxc\u0000");
        assertThat(RootRule.isInContainer(root, Map.of())).isTrue();
    }
}
