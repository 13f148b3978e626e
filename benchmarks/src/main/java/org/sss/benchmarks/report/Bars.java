package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.style.Styler;

/** Bars from zero, side by side or stacked. One thread, one use. */
public final class Bars {
    private static final int MANY_BARS = 6;
    private static final int SLANT_DEGREES = 30;
    private static final int UPRIGHT_DEGREES = 90;

    private final String title;
    private final String yTitle;
    private final boolean stacked;
    private final List<String> labels = new ArrayList<>();
    private final Map<String, Map<String, Double>> series = new LinkedHashMap<>();

    public Bars(String title, String yTitle, boolean stacked) {
        this.title = title;
        this.yTitle = yTitle;
        this.stacked = stacked;
    }

    /** @param label under the bar */
    public Bars bar(String label, String name, double value) {
        if (!labels.contains(label)) {
            labels.add(label);
        }
        series.computeIfAbsent(name, key -> new LinkedHashMap<>()).put(label, value);
        return this;
    }

    /**
     * Writes {@code NAME.png} and {@code NAME.svg}; nothing when there is no bar. @return the names that were written
     */
    public List<String> write(Path directory, String name) throws IOException {
        if (labels.isEmpty()) {
            return List.of();
        }
        System.setProperty("java.awt.headless", "true");
        Chart.write(
                chart(Chart.WIDTH, Chart.HEIGHT, highest(), labels.size() > MANY_BARS ? SLANT_DEGREES : 0),
                directory,
                name);
        return List.of(name);
    }

    /** One of several in a picture: all labels are upright, and the legend is below. */
    CategoryChart panel(int width, int height, double highest) {
        CategoryChart chart = chart(width, height, highest, UPRIGHT_DEGREES);
        chart.getStyler()
                .setXAxisMaxLabelCount(labels.size())
                .setLegendPosition(Styler.LegendPosition.OutsideS)
                .setLegendLayout(Styler.LegendLayout.Horizontal);
        return chart;
    }

    private CategoryChart chart(int width, int height, double highest, int degrees) {
        CategoryChart chart = new CategoryChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .yAxisTitle(yTitle)
                .build();
        Chart.style(chart.getStyler(), title);
        chart.getStyler().setStacked(stacked).setYAxisMin(0.0).setYAxisMax(highest * 1.1);
        chart.getStyler().setXAxisLabelRotation(degrees);
        series.forEach((key, values) -> chart.addSeries(
                key,
                labels,
                labels.stream().map(label -> values.getOrDefault(label, 0.0)).toList()));
        return chart;
    }

    double highest() {
        double highest = Double.MIN_NORMAL;
        for (String label : labels) {
            double[] heights = series.values().stream()
                    .mapToDouble(values -> values.getOrDefault(label, 0.0))
                    .toArray();
            double height = 0;
            for (double one : heights) {
                height = stacked ? height + one : Math.max(height, one);
            }
            highest = Math.max(highest, height);
        }
        return highest;
    }
}
