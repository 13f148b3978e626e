package org.sss.server.node.config;

import java.util.Locale;

/** Generates docs/configuration.md from the table. */
final class SettingsDoc {
    private static final int MAX_COLUMNS = 120;

    private SettingsDoc() {}

    static String markdown() {
        StringBuilder page = new StringBuilder("""
                # Configuration of a node

                A node reads one file of `name = value` lines: `sss node --conf FILE`. Start from `conf/node.properties.example`. An
                unknown name is an error, and so is a value outside its range. Units of sizes are `B`, `KiB`, `MiB`, `GiB` and `TiB`;
                units of times are `ms`, `s`, `min` and `h`.

                This page is generated from the table in `org.sss.server.node.config.Settings`; a test compares them.

                | setting | default |
                |---|---|
                """);
        for (Setting<?> setting : Settings.ALL) {
            page.append("| [`")
                    .append(setting.name())
                    .append("`](#")
                    .append(anchor(setting))
                    .append(") | ")
                    .append(fallback(setting))
                    .append(" |\n");
        }
        for (Setting<?> setting : Settings.ALL) {
            page.append("\n## ").append(setting.name()).append("\n\n");
            appendWrapped(page, "Value: " + setting.type().expects() + ". Default: " + fallback(setting) + ".");
            page.append('\n');
            appendWrapped(page, setting.doc());
        }
        return page.toString();
    }

    private static String fallback(Setting<?> setting) {
        return setting.defaultText() == null ? "none, must be given" : '`' + setting.defaultText() + '`';
    }

    /** The anchor that GitHub generates from the heading. */
    private static String anchor(Setting<?> setting) {
        return setting.name().toLowerCase(Locale.ROOT).replace(".", "");
    }

    private static void appendWrapped(StringBuilder page, String text) {
        int columns = 0;
        for (String word : text.split(" ")) {
            if (columns > 0) {
                boolean fits = columns + 1 + word.length() <= MAX_COLUMNS;
                page.append(fits ? ' ' : '\n');
                columns = fits ? columns + 1 : 0;
            }
            page.append(word);
            columns += word.length();
        }
        page.append('\n');
    }
}
