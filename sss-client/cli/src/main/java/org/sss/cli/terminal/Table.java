package org.sss.cli.terminal;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** A table of text. Columns of numbers, with or without a unit, are aligned to the right. One thread at a time. */
public final class Table {
    private static final String GAP = "  ";
    private static final String CUT = "...";
    private static final int MIN_WIDTH = 8;

    private final List<String[]> rows = new ArrayList<>();
    private final List<Integer> shortened = new ArrayList<>();

    public Table(String... titles) {
        rows.add(titles);
    }

    public Table row(Object... cells) {
        rows.add(IntStream.range(0, cells.length)
                .mapToObj(i -> Printable.line(String.valueOf(cells[i])))
                .toArray(String[]::new));
        return this;
    }

    public void print(Console console) {
        print(console, "");
    }

    /** Sets columns whose cells are cut on a terminal that is too narrow for the table. */
    public Table shortened(String... titles) {
        List<String> all = List.of(rows.get(0));
        for (String title : titles) {
            shortened.add(all.indexOf(title));
        }
        return this;
    }

    public void print(Console console, String indent) {
        int[] widths = IntStream.range(0, rows.get(0).length).map(this::width).toArray();
        if (console.isOutputTerminal()) {
            narrow(widths, console.columns() - indent.length());
        }
        String format = IntStream.range(0, widths.length)
                .mapToObj(column -> format(column, widths[column]))
                .collect(Collectors.joining(GAP));
        for (int i = 0; i < rows.size(); i++) {
            String line =
                    indent + String.format(format, cut(rows.get(i), widths)).stripTrailing();
            if (i == 0) {
                console.heading(line);
            } else {
                console.line(line);
            }
        }
    }

    /** Takes a character at a time from the widest of the columns that may be cut. */
    private void narrow(int[] widths, int columns) {
        for (int over = Arrays.stream(widths).sum() + GAP.length() * (widths.length - 1) - columns; over > 0; over--) {
            int widest = shortened.stream()
                    .max(Comparator.comparingInt(column -> widths[column]))
                    .orElse(-1);
            if (widest < 0 || widths[widest] <= Math.max(MIN_WIDTH, rows.get(0)[widest].length())) {
                return;
            }
            widths[widest]--;
        }
    }

    private static Object[] cut(String[] cells, int[] widths) {
        return IntStream.range(0, cells.length)
                .mapToObj(i -> cells[i].length() <= widths[i]
                        ? cells[i]
                        : cells[i].substring(0, widths[i] - CUT.length()) + CUT)
                .toArray();
    }

    private int width(int column) {
        return Math.max(
                1, rows.stream().mapToInt(row -> row[column].length()).max().orElse(1));
    }

    private String format(int column, int width) {
        boolean numbers = rows.size() > 1
                && rows.stream().skip(1).allMatch(row -> row[column].matches("[-0-9.,]+( [KMGTP]?i?B)?"));
        return "%" + (numbers ? "" : "-") + width + "s";
    }
}
