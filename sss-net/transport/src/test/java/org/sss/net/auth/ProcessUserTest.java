package org.sss.net.auth;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ProcessUserTest {
    @TempDir
    private Path root;

    @Test
    void effectiveUserAndGroupsAreRead() throws IOException {
        Path status = Files.writeString(
                root.resolve("status"), "Name:\tjava\nUid:\t1000\t0\t1000\t1000\nGid:\t5\t6\t5\t5\nGroups:\t20 24 \n");
        assertThat(ProcessUser.of(status, false)).isEqualTo(new ProcessUser(0, Set.of(6L, 20L, 24L), false));
        assertThat(ProcessUser.of(root.resolve("none"), true)).isEqualTo(new ProcessUser(-1, Set.of(), true));
        assertThat(ProcessUser.current().uid())
                .isEqualTo(((Integer) Files.getAttribute(Path.of("/proc/self/status"), "unix:uid")).longValue());
    }

    @Test
    void containersAreKnownByTheirFiles() throws IOException {
        assertThat(ProcessUser.isInContainer(root, Map.of("PATH", "/bin"))).isFalse();
        for (String file : List.of(".dockerenv", "run/.containerenv", "run/systemd/container")) {
            Path sign = root.resolve(file);
            Files.createDirectories(sign.getParent());
            Files.createFile(sign);
            assertThat(ProcessUser.isInContainer(root, Map.of())).as(file).isTrue();
            Files.delete(sign);
        }
    }

    @Test
    void containersAreKnownByTheEnvironment() throws IOException {
        assertThat(ProcessUser.isInContainer(root, Map.of("KUBERNETES_SERVICE_HOST", "10.0.0.1")))
                .isTrue();
        assertThat(ProcessUser.isInContainer(root, Map.of("container", "podman")))
                .isTrue();
        Path environment = Files.createDirectories(root.resolve("proc/1")).resolve("environ");
        Files.writeString(environment, "PATH=/bin\u0000mycontainer=1\u0000");
        assertThat(ProcessUser.isInContainer(root, Map.of())).isFalse();
        Files.writeString(environment, "PATH=/bin\u0000container=lxc\u0000");
        assertThat(ProcessUser.isInContainer(root, Map.of())).isTrue();
    }
}
