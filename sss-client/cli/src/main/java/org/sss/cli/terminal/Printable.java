package org.sss.cli.terminal;

/**
 * Text of others for a terminal. What would move the cursor, hide a line or make the terminal answer is shown as {@code \\u001b}: errors,
 * keys and names come from programs and data that nobody has read before. Stateless.
 */
final class Printable {
    private Printable() {
    }

    /** Control characters by their numbers, apart from tabs and ends of lines. */
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
