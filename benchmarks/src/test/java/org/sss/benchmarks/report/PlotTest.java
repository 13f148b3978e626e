package org.sss.benchmarks.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlotTest {
    @TempDir
    Path directory;

    @Test
    void aPlotIsAPictureWithItsLinesInTwoFormats() throws IOException {
        new Plot("title", "bytes", "records").line("one", Map.of(8.0, 1e6, 32.0, 5e5, 2048.0, 1e4)).line("two", Map.of(8.0, 2e6))
                .write(directory, "plot");
        BufferedImage picture = ImageIO.read(directory.resolve("plot.png").toFile());
        assertThat(picture.getWidth()).isEqualTo(1000);
        assertThat(colours(picture)).as("different colours").isGreaterThan(10);
        assertThat(directory.resolve("plot.svg")).content().contains("<svg").contains("</svg>");
    }

    @Test
    void aSinglePointIsEnough() throws IOException {
        new Plot("title", "bytes", "records").line("one", Map.of(8.0, 1.0)).write(directory, "plot");
        assertThat(directory.resolve("plot.png")).isNotEmptyFile();
    }

    @Test
    void withoutPointsThereIsNoPlot() throws IOException {
        new Plot("title", "bytes", "records").line("none", Map.of()).write(directory, "plot");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void numbersAtTheAxesAreShort() {
        assertThat(List.of(Plot.label(1), Plot.label(0.1), Plot.label(100), Plot.label(1000), Plot.label(2.5e6), Plot.label(1e9)))
                .containsExactly("1", "0.1", "100", "1 k", "2.5 M", "1 G");
    }

    @Test
    void anAxisHasRoomAroundItsPoints() {
        assertThat(Plot.range(List.of(8.0, 16384.0))).containsExactly(4, 32768);
        assertThat(Plot.range(List.of(30.0, 40.0))).containsExactly(10, 100);
    }

    private static long colours(BufferedImage picture) {
        return Arrays.stream(picture.getRGB(0, 0, picture.getWidth(), picture.getHeight(), null, 0, picture.getWidth()))
                .distinct().count();
    }
}
