package org.sss.api;

import java.util.Map;

/**
 * Parses numbers as Python, C and JSON print them. All numbers of users, in files, options and settings, are parsed
 * here. Stateless.
 *
 * <pre>
 *   whole    [+-] digits
 *   decimal  [+-] digits [. [digits]] [e [+-] digits]    or    [+-] . digits [e [+-] digits]
 *            [+-] inf | infinity | nan                   in any case
 *   size     digits [blanks] [B | KiB | MiB | GiB | TiB]
 * </pre>
 *
 * <p>Digits are ASCII digits. Blanks, underscores, hexadecimal digits and the suffixes of Java ({@code 1d}) are errors.
 * A decimal number outside the range of a double is infinite. The message of an exception completes a sentence "which
 * ...".
 */
public final class NumberSyntax {
    private static final Map<String, Long> BYTES =
            Map.of("B", 1L, "", 1L, "KiB", 1L << 10, "MiB", 1L << 20, "GiB", 1L << 30, "TiB", 1L << 40);
    private static final int MAX_SIZE_DIGITS = 15;

    private NumberSyntax() {}

    /** @throws NumberFormatException if the text is no whole number, or outside the range of an int */
    public static int parseInt(String text) {
        checkWhole(text);
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException e) {
            throw new NumberFormatException("is outside the range of an int");
        }
    }

    /** @throws NumberFormatException if the text is no whole number, or outside the range of a long */
    public static long parseLong(String text) {
        checkWhole(text);
        try {
            return Long.parseLong(text);
        } catch (NumberFormatException e) {
            throw new NumberFormatException("is outside the range of a long");
        }
    }

    /**
     * Parses a size in bytes such as {@code 512}, {@code 32KiB} or {@code 4 GiB}.
     *
     * @throws NumberFormatException if the text is no size
     */
    public static long parseBytes(String text) {
        int digits = digits(text, 0);
        Long unit = BYTES.get(text.substring(digits).strip());
        if (digits == 0 || digits > MAX_SIZE_DIGITS || unit == null) {
            throw new NumberFormatException("is no size such as 32KiB, 64MiB or 4GiB");
        }
        try {
            return Math.multiplyExact(Long.parseLong(text.substring(0, digits)), unit);
        } catch (ArithmeticException e) {
            throw new NumberFormatException("is outside the range of a long");
        }
    }

    /** @throws NumberFormatException if the text is no number */
    public static double parseDouble(String text) {
        int sign = afterSign(text);
        if (sign < text.length() && Character.isLetter(text.charAt(sign))) {
            double value = notFinite(text.substring(sign));
            return text.charAt(0) == '-' ? -value : value;
        }
        int at = digits(text, sign);
        int count = at - sign;
        if (at < text.length() && text.charAt(at) == '.') {
            int fraction = digits(text, at + 1);
            count += fraction - at - 1;
            at = fraction;
        }
        if (count > 0 && at < text.length() && (text.charAt(at) == 'e' || text.charAt(at) == 'E')) {
            int exponent = afterSign(text, at + 1);
            int end = digits(text, exponent);
            at = end > exponent ? end : at;
        }
        if (count == 0 || at < text.length()) {
            throw none(text, "number");
        }
        return Double.parseDouble(text);
    }

    /** Returns whether the text is infinity or NaN, which JSON has no numbers for. */
    public static boolean isNotFinite(String text) {
        try {
            int sign = afterSign(text);
            return sign < text.length()
                    && Character.isLetter(text.charAt(sign))
                    && !Double.isFinite(notFinite(text.substring(sign)));
        } catch (NumberFormatException e) {
            return false;
        }
    }

    private static double notFinite(String word) {
        if (word.equalsIgnoreCase("nan")) {
            return Double.NaN;
        }
        if (word.equalsIgnoreCase("inf") || word.equalsIgnoreCase("infinity")) {
            return Double.POSITIVE_INFINITY;
        }
        throw none(word, "number");
    }

    private static void checkWhole(String text) {
        int sign = afterSign(text);
        if (sign == text.length() || digits(text, sign) < text.length()) {
            throw none(text, "whole number");
        }
    }

    private static int afterSign(String text) {
        return afterSign(text, 0);
    }

    private static int afterSign(String text, int at) {
        return at < text.length() && (text.charAt(at) == '-' || text.charAt(at) == '+') ? at + 1 : at;
    }

    /** Returns the end offset of the digits that start at {@code from}. */
    private static int digits(String text, int from) {
        int at = from;
        while (at < text.length() && text.charAt(at) >= '0' && text.charAt(at) <= '9') {
            at++;
        }
        return at;
    }

    private static NumberFormatException none(String text, String wanted) {
        return new NumberFormatException(
                text.isEmpty()
                        ? "is empty"
                        : text.endsWith("\r")
                                ? "ends with a carriage return (\\r)"
                                : text.strip().equals(text) ? "is no " + wanted : "has blanks around it");
    }
}
