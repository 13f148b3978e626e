package org.sss.benchmarks.report;

import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.util.List;
import org.knowm.xchart.internal.chartpart.IChart;

/** Charts below one title, up to three in a row. Immutable. */
record Grid(String title, List<? extends IChart> charts) implements IChart {
    static final int WIDTH = 480;
    static final int HEIGHT = 440;
    private static final int COLUMNS = 3;
    private static final int TITLE_HEIGHT = 34;
    private static final int TITLE_POINTS = 15;
    private static final int SMALLEST_POINTS = 8;

    @Override
    public void paint(Graphics2D graphics, int width, int height) {
        graphics.setColor(Color.WHITE);
        graphics.fillRect(0, 0, width, height);
        graphics.setColor(Color.BLACK);
        graphics.setFont(new Font(Font.SANS_SERIF, Font.BOLD, TITLE_POINTS));
        while (width(title, graphics) > width && graphics.getFont().getSize() > SMALLEST_POINTS) {
            graphics.setFont(graphics.getFont().deriveFont(graphics.getFont().getSize2D() - 1));
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
