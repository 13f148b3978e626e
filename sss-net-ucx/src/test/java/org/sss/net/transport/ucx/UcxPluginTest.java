package org.sss.net.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.transport.ring.RingPlugin;

/** Runs with and without libucx. */
class UcxPluginTest {
    @Test
    void isFoundByItsName() {
        assertThat(RingPlugin.named("ucx")).containsInstanceOf(UcxPlugin.class);
        assertThat(RingPlugin.named("other")).isEqualTo(Optional.empty());
    }

    @Test
    void factsNameTheLibraryOrWhatIsMissing() {
        RingPlugin.Fact library = new UcxPlugin().facts(Map.of("tls", "sm,self")).get(0);
        assertThat(library.name()).isEqualTo("libucx");
        if (library.problem() == null) {
            assertThat(library.value()).matches("1\\.\\d+\\.\\d+ \\(/.*libucp.*\\)");
        } else {
            assertThat(library.problem()).contains("UCX cannot be used: ").contains("install libucx0");
        }
    }

    @Test
    void devicesAreThoseOfTheKernel(@TempDir Path directory) throws Exception {
        assertThat(UcxFacts.devices(directory.resolve("missing"))).isEqualTo("none");
        Path port = Files.createDirectories(directory.resolve("mlx5_0/ports/1"));
        Files.writeString(port.resolve("state"), "4: ACTIVE\n");
        assertThat(UcxFacts.devices(directory)).isEqualTo("mlx5_0 port 1: 4: ACTIVE");
    }
}
