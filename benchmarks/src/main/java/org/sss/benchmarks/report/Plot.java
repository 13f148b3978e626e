package org.sss.benchmarks.report;

import java.awt.BasicStroke;
import java.awt.Color;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.knowm.xchart.BitmapEncoder;
import org.knowm.xchart.VectorGraphicsEncoder;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler;

/** Lines over two logarithmic axes. One thread, one use. */
public final class Plot {
    private static final int WIDTH = 1000;
    private static final int HEIGHT = 640;

    private static final String[] THOUSANDS = {"", " k", " M", " G", " T"};

    private final XYChart chart;
    private final List<Double> xs = new ArrayList<>();
    private final List<Double> ys = new ArrayList<>();

    public Plot(String title, String xTitle, String yTitle) {
        System.setProperty("java.awt.headless", "true");
        chart = new XYChartBuilder().width(WIDTH).height(HEIGHT).title(title).xAxisTitle(xTitle).yAxisTitle(yTitle).build();
        chart.getStyler().setXAxisLogarithmic(true).setYAxisLogarithmic(true);
        chart.getStyler().setChartBackgroundColor(Color.WHITE).setLegendPosition(Styler.LegendPosition.OutsideE);
        chart.getStyler().setMarkerSize(7);
        chart.getStyler().setYAxisTickLabelsFormattingFunction(Plot::label).setXAxisTickLabelsFormattingFunction(Plot::label);
    }

    /** @param points y by x, both above 0 */
    public Plot line(String name, Map<Double, Double> points) {
        TreeMap<Double, Double> sorted = new TreeMap<>(points);
        if (!sorted.isEmpty()) {
            XYSeries series = chart.addSeries(name, List.copyOf(sorted.keySet()), List.copyOf(sorted.values()));
            series.setLineStyle(new BasicStroke(2));
            xs.addAll(sorted.keySet());
            ys.addAll(sorted.values());
        }
        return this;
    }

    /** 1000000 as 1 M. */
    static String label(double number) {
        double rest = number;
        int power = 0;
        while (rest >= 1000 && power < THOUSANDS.length - 1) {
            rest /= 1000;
            power++;
        }
        return BigDecimal.valueOf(rest).round(new MathContext(3)).stripTrailingZeros().toPlainString() + THOUSANDS[power];
    }

    private void setRanges() {
        double[] x = range(xs);
        double[] y = range(ys);
        chart.getStyler().setXAxisMin(x[0]).setXAxisMax(x[1]).setYAxisMin(y[0]).setYAxisMax(y[1]);
    }

    /**
     * A margin, as points are not to lie on the frame; whole decades where it would have one label or none, which
     * are at powers of ten.
     */
    static double[] range(List<Double> values) {
        double low = Collections.min(values) / 2;
        double high = Collections.max(values) * 2;
        double labels = Math.floor(Math.log10(high)) - Math.ceil(Math.log10(low)) + 1;
        return labels >= 2 ? new double[] {low, high}
                : new double[] {Math.pow(10, Math.floor(Math.log10(low))), Math.pow(10, Math.ceil(Math.log10(high)))};
    }

    /** Writes {@code NAME.png} and {@code NAME.svg}; nothing when there is no point. */
    public void write(Path directory, String name) throws IOException {
        if (xs.isEmpty()) {
            return;
        }
        setRanges();
        try (OutputStream out = stream(directory, name + ".png")) {
            BitmapEncoder.saveBitmap(chart, out, BitmapEncoder.BitmapFormat.PNG);
        }
        try (OutputStream out = stream(directory, name + ".svg")) {
            VectorGraphicsEncoder.saveVectorGraphic(chart, out, VectorGraphicsEncoder.VectorGraphicsFormat.SVG);
        }
    }

    private static OutputStream stream(Path directory, String file) throws IOException {
        return new BufferedOutputStream(Files.newOutputStream(directory.resolve(file)));
    }
}
