package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PanelsTest {
    @TempDir
    Path directory;

    @Test
    void threePanelsAreInARow() throws IOException {
        assertThat(panels(3, false)).isEqualTo(size(1440, 474));
        assertThat(directory.resolve("panels.svg")).content().contains("<svg").contains("</svg>");
        BufferedImage picture = ImageIO.read(directory.resolve("panels.png").toFile());
        for (int panel = 0; panel < 3; panel++) {
            assertThat(bluePixels(picture.getSubimage(panel * 480, 0, 480, 474)))
                    .as("of bars in panel " + panel)
                    .isGreaterThan(1000);
        }
    }

    @Test
    void sixPanelsAreInTwoRows() throws IOException {
        assertThat(panels(6, true)).isEqualTo(size(1440, 914));
    }

    @Test
    void panelsHaveLinesToo() throws IOException {
        LinePanels panels = new LinePanels("title", "processors", "times as fast");
        for (int processors = 1; processors <= 4; processors *= 2) {
            panels.point("histogram", "sss", processors, processors * 0.9).point("pca", "sss", processors, 1);
        }
        assertThat(panels.point("none", "sss", 0, 1).write(directory, "lines")).containsExactly("lines");
        BufferedImage picture = ImageIO.read(directory.resolve("lines.png").toFile());
        assertThat(size(picture.getWidth(), picture.getHeight())).isEqualTo(size(960, 474));
        assertThat(bluePixels(picture)).isGreaterThan(200);
    }

    @Test
    void withoutBarsThereIsNoPicture() throws IOException {
        assertThat(new Panels("title", "seconds", true).write(directory, "panels"))
                .isEmpty();
        assertThat(directory).isEmptyDirectory();
    }

    private static long bluePixels(BufferedImage picture) {
        return Arrays.stream(picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth()))
                .filter(rgb -> (rgb & 0xff) > 200 && (rgb >> 16 & 0xff) < 120)
                .count();
    }

    private static List<Integer> size(int width, int height) {
        return List.of(width, height);
    }

    private List<Integer> panels(int count, boolean sameScale) throws IOException {
        Panels panels = new Panels("groupby: where the time goes, SSS with 4 nodes", "seconds", sameScale);
        for (int i = 0; i < count; i++) {
            for (String method :
                    new String[] {"direct", "fully-connected", "pairwise", "csa", "dsa", "dsa-sms", "on-disk", "auto"
                    }) {
                panels.bar("size " + i, "sss-" + method, "Map + shuffle", method.length() * (i + 1))
                        .bar("size " + i, "sss-" + method, "Reduce", 3);
            }
        }
        assertThat(panels.write(directory, "panels")).containsExactly("panels");
        BufferedImage picture = ImageIO.read(directory.resolve("panels.png").toFile());
        return size(picture.getWidth(), picture.getHeight());
    }
}
