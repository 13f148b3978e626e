package org.sss.cli.terminal;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of text. Columns of numbers, with or without a unit, are aligned to the right. One thread at a time. */
public final class Table {
    private final List<String[]> rows = new ArrayList<>();

    public Table(String... titles) {
        rows.add(titles);
    }

    public Table row(Object... cells) {
        rows.add(IntStream.range(0, cells.length).mapToObj(i -> Printable.line(String.valueOf(cells[i]))).toArray(String[]::new));
        return this;
    }

    public void print(Console console) {
        print(console, "");
    }

    public void print(Console console, String indent) {
        int columns = rows.get(0).length;
        String format = IntStream.range(0, columns).mapToObj(this::format).collect(Collectors.joining("  "));
        for (int i = 0; i < rows.size(); i++) {
            String line = indent + String.format(format, (Object[]) rows.get(i)).stripTrailing();
            if (i == 0) {
                console.heading(line);
            } else {
                console.line(line);
            }
        }
    }

    private String format(int column) {
        int width = rows.stream().mapToInt(row -> row[column].length()).max().orElse(1);
        boolean numbers = rows.size() > 1 && rows.stream().skip(1).allMatch(row -> row[column].matches("[-0-9.,]+( [KMGTP]?i?B)?"));
        return "%" + (numbers ? "" : "-") + Math.max(1, width) + "s";
    }
}
