package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

/** How the page is opened. */
class BrowserTest {
    @Test
    void needsADisplay() {
        assertThat(Browser.command(Map.of(), "Linux")).isNull();
        assertThat(Browser.command(Map.of("DISPLAY", ""), "Linux")).isNull();
        assertThat(Browser.command(Map.of("DISPLAY", ":0"), "Linux")).isEqualTo("xdg-open");
        assertThat(Browser.command(Map.of("WAYLAND_DISPLAY", "wayland-0"), "Linux"))
                .isEqualTo("xdg-open");
        assertThat(Browser.command(Map.of(), "Mac OS X")).isEqualTo("open");
    }

    @Test
    void leadsToTheAddress() {
        assertThat(Browser.page("http://127.0.0.1:21202/#x")).contains("url=http://127.0.0.1:21202/#x\"");
    }
}
