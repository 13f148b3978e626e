package org.sss.benchmarks.report;

import java.awt.BasicStroke;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.style.Styler;

/** Lines over a logarithmic x axis; the y axis is logarithmic, too, or linear from zero. One thread, one use. */
public final class Plot {
    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final boolean linear;
    private final Map<String, TreeMap<Double, Double>> lines = new LinkedHashMap<>();

    /** With two logarithmic axes. */
    public Plot(String title, String xTitle, String yTitle) {
        this(title, xTitle, yTitle, false);
    }

    /** @param linear whether the y axis is linear, from zero */
    public Plot(String title, String xTitle, String yTitle, boolean linear) {
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
        this.linear = linear;
    }

    /** Adds a point to a line; nothing that has no place on a logarithmic axis. */
    public Plot point(String line, double x, double y) {
        if (x > 0 && y > 0) {
            lines.computeIfAbsent(line, key -> new TreeMap<>()).put(x, y);
        }
        return this;
    }

    /**
     * A margin, as points are not to lie on the frame; whole decades where it would have one label or none, which are
     * at powers of ten.
     */
    static double[] range(List<Double> values) {
        double low = Collections.min(values) / 2;
        double high = Collections.max(values) * 2;
        double labels = Math.floor(Math.log10(high)) - Math.ceil(Math.log10(low)) + 1;
        return labels >= 2
                ? new double[] {low, high}
                : new double[] {Math.pow(10, Math.floor(Math.log10(low))), Math.pow(10, Math.ceil(Math.log10(high)))};
    }

    /**
     * Writes {@code NAME.png} and {@code NAME.svg}; nothing when there is no point. @return the names that were written
     */
    public List<String> write(Path directory, String name) throws IOException {
        if (lines.isEmpty()) {
            return List.of();
        }
        System.setProperty("java.awt.headless", "true");
        Chart.write(chart(Chart.WIDTH, Chart.HEIGHT, false, linear), directory, name);
        return List.of(name);
    }

    boolean isEmpty() {
        return lines.isEmpty();
    }

    /** One of several in a picture: both axes are linear, from zero, and the legend is below. */
    XYChart panel(int width, int height) {
        XYChart chart = chart(width, height, true, true);
        chart.getStyler()
                .setLegendPosition(Styler.LegendPosition.OutsideS)
                .setLegendLayout(Styler.LegendLayout.Horizontal);
        return chart;
    }

    private XYChart chart(int width, int height, boolean linearX, boolean linearY) {
        XYChart chart = new XYChartBuilder()
                .width(width)
                .height(height)
                .title(title)
                .xAxisTitle(xTitle)
                .yAxisTitle(yTitle)
                .build();
        Chart.style(chart.getStyler(), title);
        List<Double> xs = new ArrayList<>();
        List<Double> ys = new ArrayList<>();
        lines.forEach((line, points) -> {
            chart.addSeries(line, List.copyOf(points.keySet()), List.copyOf(points.values()))
                    .setLineStyle(new BasicStroke(2));
            xs.addAll(points.keySet());
            ys.addAll(points.values());
        });
        double[] x = linearX ? fromZero(xs) : range(xs);
        double[] y = linearY ? fromZero(ys) : range(ys);
        chart.getStyler()
                .setXAxisLogarithmic(!linearX)
                .setYAxisLogarithmic(!linearY)
                .setXAxisMin(x[0])
                .setXAxisMax(x[1])
                .setYAxisMin(y[0])
                .setYAxisMax(y[1]);
        chart.getStyler().setMarkerSize(7);
        chart.getStyler().setXAxisTickLabelsFormattingFunction(Chart::label);
        return chart;
    }

    private static double[] fromZero(List<Double> values) {
        return new double[] {0, Collections.max(values) * 1.1};
    }
}
