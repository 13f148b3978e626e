package org.sss.io.exec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.api.SssException;

class PlatformTextTest {
    private final Map<String, String> environment = new HashMap<>(Map.of("LC_ALL", "xx_XX.UTF-8"));

    @Test
    void changesNothingWithUtf8() {
        PlatformText text = new PlatformText(StandardCharsets.UTF_8);
        text.putLocale(environment);
        text.check(List.of("nö", "\uD83D\uDE00"));
        assertThat(environment).containsEntry("LC_ALL", "xx_XX.UTF-8");
    }

    @Test
    void setsUtf8LocaleAndRejectsUnencodableArguments() {
        PlatformText text = new PlatformText(StandardCharsets.US_ASCII);
        text.putLocale(environment);
        assertThat(environment).containsEntry("LC_ALL", "C.UTF-8");
        text.check(List.of("awk", "{ print }"));
        assertThatThrownBy(() -> text.check(List.of("grep", "nö")))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("'nö'")
                .hasMessageContaining("LC_ALL=C.UTF-8");
    }
}
