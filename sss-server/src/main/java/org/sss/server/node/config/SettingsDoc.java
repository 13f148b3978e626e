package org.sss.server.node.config;

/** docs/configuration.md, made from the table. */
final class SettingsDoc {
    private SettingsDoc() {
    }

    static String markdown() {
        StringBuilder page = new StringBuilder("""
                # Configuration of a node

                A node reads one file of `name = value` lines: `sss node --conf FILE`; `conf/node.properties.example` is one to
                begin with. A name that is not in this table is an error, and so is a value outside its range. Sizes take
                `B`, `KiB`, `MiB`, `GiB`, `TiB`; times take `ms`, `s`, `min`, `h`.

                This page is made from the table in `org.sss.server.node.config.Settings`; a test compares them.

                | setting | value | default | meaning |
                |---|---|---|---|
                """);
        for (Setting<?> setting : Settings.ALL) {
            String fallback = setting.defaultText() == null ? "must be given" : '`' + setting.defaultText() + '`';
            page.append("| `").append(setting.name()).append("` | ").append(setting.type().expects()).append(" | ")
                    .append(fallback).append(" | ").append(setting.doc()).append(" |\n");
        }
        return page.toString();
    }
}
