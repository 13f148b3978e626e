package org.sss.benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.style.Styler;

/** Bars from zero, side by side or one on the other. One thread, one use. */
public final class Bars {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 640;
    private static final int MANY_BARS = 6;
    private static final int SLANT_DEGREES = 30;
    /** Characters that fit beside a legend; longer ones have smaller letters. */
    private static final int LONGEST_TITLE = 90;

    private final CategoryChart chart;
    private final List<String> labels = new ArrayList<>();
    private final Map<String, Map<String, Double>> series = new LinkedHashMap<>();

    /** @param stacked whether the values of a bar are put one on the other */
    public Bars(String title, String yTitle, boolean stacked) {
        System.setProperty("java.awt.headless", "true");
        chart = new CategoryChartBuilder().width(WIDTH).height(HEIGHT).title(title).yAxisTitle(yTitle).build();
        Font font = chart.getStyler().getChartTitleFont();
        chart.getStyler().setChartTitleFont(font.deriveFont(font.getSize2D() * LONGEST_TITLE / Math.max(LONGEST_TITLE, title.length())));
        chart.getStyler().setStacked(stacked).setChartBackgroundColor(Color.WHITE)
                .setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setYAxisMin(0.0);
        // Java's own format for decimals has .05 for 0.05.
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Plot::label);
    }

    /** @param label under the bar */
    public Bars bar(String label, String name, double value) {
        if (!labels.contains(label)) {
            labels.add(label);
        }
        series.computeIfAbsent(name, key -> new LinkedHashMap<>()).put(label, value);
        return this;
    }

    /** Writes {@code NAME.png} and {@code NAME.svg}; nothing when there is no bar. */
    public void write(Path directory, String name) throws IOException {
        if (labels.isEmpty()) {
            return;
        }
        series.forEach((key, values) -> chart.addSeries(key, labels,
                labels.stream().map(label -> values.getOrDefault(label, 0.0)).toList()));
        chart.getStyler().setYAxisMax(highest() * 1.1);
        chart.getStyler().setXAxisLabelRotation(labels.size() > MANY_BARS ? SLANT_DEGREES : 0);
        try (OutputStream out = stream(directory, name + ".png")) {
            BitmapEncoder.saveBitmap(chart, out, BitmapEncoder.BitmapFormat.PNG);
        }
        try (OutputStream out = stream(directory, name + ".svg")) {
            VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        }
    }

    private double highest() {
        List<Double> heights = new ArrayList<>();
        for (String label : labels) {
            double sum = series.values().stream().mapToDouble(values -> values.getOrDefault(label, 0.0)).sum();
            double most = series.values().stream().mapToDouble(values -> values.getOrDefault(label, 0.0)).max().orElse(0);
            heights.add(Boolean.TRUE.equals(chart.getStyler().isStacked()) ? sum : most);
        }
        return Math.max(Collections.max(heights), Double.MIN_NORMAL);
    }

    private static OutputStream stream(Path directory, String file) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(directory.resolve(file)));
    }
}
