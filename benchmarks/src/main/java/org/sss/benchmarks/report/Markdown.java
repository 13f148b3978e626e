package org.sss.benchmarks.report;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** A report for people, from top to bottom. One thread, one use. */
public final class Markdown {
    private final List<String> lines = new ArrayList<>();

    public Markdown(String title) {
        lines.addAll(List.of("# " + title, ""));
    }

    /** One sentence or more, as a paragraph. */
    public Markdown text(String text) {
        lines.addAll(List.of(text, ""));
        return this;
    }

    /** What a run was and where: a map in it as an entry for each of its own. */
    public Markdown facts(Map<String, Object> facts) {
        facts.forEach(this::fact);
        lines.add("");
        return this;
    }

    private void fact(String name, Object value) {
        if (value instanceof Map<?, ?> several && !several.isEmpty()) {
            several.forEach((one, its) -> fact(name.equals("machine") ? one.toString() : name + " " + one, its));
        } else if (value != null && !value.equals(Map.of())) {
            lines.add("* " + name + ": " + value);
            if (value instanceof Warned fact && fact.warning() != null) {
                lines.add("* **" + fact.warning() + "**");
            }
        }
    }

    public Markdown table(String[] titles, List<Object[]> rows) {
        lines.add("| " + String.join(" | ", titles) + " |");
        lines.add("|---".repeat(titles.length) + "|");
        for (Object[] row : rows) {
            StringBuilder line = new StringBuilder();
            for (Object cell : row) {
                line.append("| ").append(cell).append(' ');
            }
            lines.add(line.append('|').toString());
        }
        lines.add("");
        return this;
    }

    public Markdown list(List<String> items) {
        items.forEach(item -> lines.add("* " + item));
        lines.add("");
        return this;
    }

    /** @param names of PNG files beside this one, without {@code .png} */
    public Markdown pictures(List<String> names) {
        names.forEach(name -> lines.addAll(List.of("![" + name + "](" + name + ".png)", "")));
        return this;
    }

    /** As {@code NAME.md}. */
    public void write(Path directory, String name) throws IOException {
        Files.write(directory.resolve(name + ".md"), lines);
    }
}
