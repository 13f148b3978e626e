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

class PlotTest {
    @TempDir
    Path directory;

    @Test
    void aPlotIsAPictureWithItsLinesInTwoFormats() throws IOException {
        new Plot("title", "bytes", "records")
                .point("one", 8, 1e6)
                .point("one", 32, 5e5)
                .point("one", 2048, 1e4)
                .point("two", 8, 2e6)
                .write(directory, "plot");
        BufferedImage picture = ImageIO.read(directory.resolve("plot.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(1000);
        assertThat(colours(picture)).as("different colours").isGreaterThan(10);
        assertThat(directory.resolve("plot.svg")).content().contains("<svg").contains("</svg>");
    }

    @Test
    void aSinglePointIsEnough() throws IOException {
        new Plot("title", "bytes", "records").point("one", 8, 1).write(directory, "plot");
        assertThat(directory.resolve("plot.png")).isNotEmptyFile();
    }

    @Test
    void withoutPointsThereIsNoPlot() throws IOException {
        new Plot("title", "bytes", "records").point("none", 0, 1).write(directory, "plot");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void numbersAtTheAxesAreShort() {
        assertThat(List.of(
                        Chart.label(1),
                        Chart.label(0.1),
                        Chart.label(100),
                        Chart.label(1000),
                        Chart.label(2.5e6),
                        Chart.label(1e9)))
                .containsExactly("1", "0.1", "100", "1 k", "2.5 M", "1 G");
    }

    @Test
    void anAxisHasRoomAroundItsPoints() {
        assertThat(Plot.range(List.of(8.0, 16384.0))).containsExactly(4, 32768);
        assertThat(Plot.range(List.of(30.0, 40.0))).containsExactly(10, 100);
    }

    private static long colours(BufferedImage picture) {
        return Arrays.stream(picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth()))
                .distinct()
                .count();
    }
}
