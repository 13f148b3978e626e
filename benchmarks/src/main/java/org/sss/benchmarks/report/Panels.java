package org.sss.benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.internal.chartpart.IChart;

/**
 * Stacked bars in panels, up to three in a row: one for each size or exponent, with the same bars in each. One thread,
 * one use.
 */
public final class Panels {
    private static final int COLUMNS = 3;
    private static final int WIDTH = 480;
    private static final int HEIGHT = 440;
    /** Of the title of all panels. */
    private static final int TITLE_HEIGHT = 34;

    private static final int TITLE_POINTS = 15;
    private static final int SMALLEST_POINTS = 8;

    private final String title;
    private final String yTitle;
    private final boolean sameScale;
    private final Map<String, Bars> panels = new LinkedHashMap<>();

    /** @param sameScale whether all panels have the y axis of the highest bar, and not one each */
    public Panels(String title, String yTitle, boolean sameScale) {
        this.title = title;
        this.yTitle = yTitle;
        this.sameScale = sameScale;
    }

    /** @param label under the bar */
    public Panels bar(String panel, String label, String name, double value) {
        panels.computeIfAbsent(panel, key -> new Bars(key, yTitle, true)).bar(label, name, value);
        return this;
    }

    /**
     * Writes {@code NAME.png} and {@code NAME.svg}; nothing when there is no bar. @return the names that were written
     */
    public List<String> write(Path directory, String name) throws IOException {
        if (panels.isEmpty()) {
            return List.of();
        }
        System.setProperty("java.awt.headless", "true");
        double highest =
                panels.values().stream().mapToDouble(Bars::highest).max().orElseThrow();
        Chart.write(
                new Grid(
                        title,
                        panels.values().stream()
                                .map(bars -> bars.panel(WIDTH, HEIGHT, sameScale ? highest : bars.highest()))
                                .toList()),
                directory,
                name);
        return List.of(name);
    }

    /** Charts below one title, row by row. */
    private record Grid(String title, List<CategoryChart> charts) implements IChart {
        @Override
        public void paint(Graphics2D graphics, int width, int height) {
            graphics.setColor(Color.WHITE);
            graphics.fillRect(0, 0, width, height);
            graphics.setColor(Color.BLACK);
            graphics.setFont(new Font(Font.SANS_SERIF, Font.BOLD, TITLE_POINTS));
            while (width(title, graphics) > width && graphics.getFont().getSize() > SMALLEST_POINTS) {
                graphics.setFont(
                        graphics.getFont().deriveFont(graphics.getFont().getSize2D() - 1));
            }
            graphics.drawString(title, (int) Math.max(0, (width - width(title, graphics)) / 2), TITLE_HEIGHT * 2 / 3);
            for (int i = 0; i < charts.size(); i++) {
                Graphics2D part = (Graphics2D) graphics.create();
                part.translate(i % COLUMNS * WIDTH, TITLE_HEIGHT + i / COLUMNS * HEIGHT);
                charts.get(i).paint(part, WIDTH, HEIGHT);
                part.dispose();
            }
        }

        private static double width(String text, Graphics2D graphics) {
            return graphics.getFontMetrics().getStringBounds(text, graphics).getWidth();
        }

        @Override
        public int getWidth() {
            return Math.min(COLUMNS, charts.size()) * WIDTH;
        }

        @Override
        public int getHeight() {
            return TITLE_HEIGHT + (charts.size() + COLUMNS - 1) / COLUMNS * HEIGHT;
        }

        @Override
        public String getTitle() {
            return title;
        }
    }
}
