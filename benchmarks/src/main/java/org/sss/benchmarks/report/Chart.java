package org.sss.benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Path;
import org.knowm.xchart.ChartEncoder;
import org.knowm.xchart.internal.chartpart.IChart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler;

/** What all pictures have in common. Stateless. */
final class Chart {
    static final int WIDTH = 1000;
    static final int HEIGHT = 640;
    /** Characters that fit beside a legend; longer titles have smaller letters. */
    private static final int LONGEST_TITLE = 90;

    private static final String[] THOUSANDS = {"", " k", " M", " G", " T"};

    private Chart() {}

    static void style(AxesChartStyler styler, String title) {
        Font font = styler.getChartTitleFont();
        styler.setChartTitleFont(
                font.deriveFont(font.getSize2D() * LONGEST_TITLE / Math.max(LONGEST_TITLE, title.length())));
        styler.setChartBackgroundColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideE);
        styler.setYAxisTickLabelsFormattingFunction(Chart::label);
    }

    /** 1000000 as 1 M; 0.05 with its zero, unlike in Java's own format. */
    static String label(double number) {
        double rest = number;
        int power = 0;
        while (rest >= 1000 && power < THOUSANDS.length - 1) {
            rest /= 1000;
            power++;
        }
        return BigDecimal.valueOf(rest)
                        .round(new MathContext(3))
                        .stripTrailingZeros()
                        .toPlainString()
                + THOUSANDS[power];
    }

    /** Writes {@code NAME.png} and {@code NAME.svg}. */
    static void write(IChart chart, Path directory, String name) throws IOException {
        String file = directory.resolve(name).toString();
        ChartEncoder.saveChart(chart, file, "png");
        ChartEncoder.saveChart(chart, file, "svg");
    }
}
