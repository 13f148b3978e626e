package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Lines in panels, up to three in a row, both axes linear from zero. One thread, one use. */
public final class LinePanels {
    private final String title;
    private final String xTitle;
    private final String yTitle;
    private final Map<String, Plot> panels = new LinkedHashMap<>();

    public LinePanels(String title, String xTitle, String yTitle) {
        this.title = title;
        this.xTitle = xTitle;
        this.yTitle = yTitle;
    }

    /** Adds a point to a line of a panel; only numbers above 0. */
    public LinePanels point(String panel, String line, double x, double y) {
        panels.computeIfAbsent(panel, key -> new Plot(key, xTitle, yTitle)).point(line, x, y);
        return this;
    }

    /**
     * Writes {@code NAME.png} and {@code NAME.svg}; nothing when there is no point. @return the names that were written
     */
    public List<String> write(Path directory, String name) throws IOException {
        List<Plot> drawn =
                panels.values().stream().filter(plot -> !plot.isEmpty()).toList();
        if (drawn.isEmpty()) {
            return List.of();
        }
        System.setProperty("java.awt.headless", "true");
        Chart.write(
                new Grid(
                        title,
                        drawn.stream()
                                .map(plot -> plot.panel(Grid.WIDTH, Grid.HEIGHT))
                                .toList()),
                directory,
                name);
        return List.of(name);
    }
}
