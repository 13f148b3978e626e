package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Stacked bars in panels, up to three in a row: one for each size or exponent, with the same bars in each. One thread,
 * one use.
 */
public final class Panels {
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
                                .map(bars -> bars.panel(Grid.WIDTH, Grid.HEIGHT, sameScale ? highest : bars.highest()))
                                .toList()),
                directory,
                name);
        return List.of(name);
    }
}
