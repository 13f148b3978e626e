package org.sss.net.transport.ucx;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
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
        RingPlugin.Fact library =
                new UcxPlugin().facts(Map.of("tls", "sm,self")).get(0);
        assertThat(library.name()).isEqualTo("libucx");
        if (library.problem() == null) {
            assertThat(library.value()).matches("1\\.\\d+\\.\\d+ \\(/.*libucp.*\\)");
        } else {
            assertThat(library.problem()).contains("UCX cannot be used: ").contains("install libucx0");
        }
    }
}
