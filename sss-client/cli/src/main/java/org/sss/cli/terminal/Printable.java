package org.sss.cli.terminal;

/**
 * Escapes control characters in text for a terminal, such as {@code \\u001b}, so that keys, names and error messages from
 * untrusted data cannot move the cursor, hide lines or make the terminal respond. Stateless.
 */
final class Printable {
    private Printable() {
    }

    /** Escapes control characters except tabs and newlines. */
    static String of(String text) {
        if (text.chars().noneMatch(Printable::isHidden)) {
            return text;
        }
        StringBuilder shown = new StringBuilder(text.length() + 16);
        text.chars().forEach(c -> {
            if (isHidden(c)) {
                shown.append(String.format("\\u%04x", c));
            } else {
                shown.append((char) c);
            }
        });
        return shown.toString();
    }

    private static boolean isHidden(int c) {
        return Character.isISOControl(c) && c != '\t' && c != '\n';
    }
}
