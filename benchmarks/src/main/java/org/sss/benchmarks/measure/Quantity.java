package org.sss.benchmarks.measure;

import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Numbers with a unit, such as 2KiB or 10Mi. Stateless. */
public final class Quantity {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})([KMGT]i)?B?");
    /** Each 1,024 times the one before. */
    private static final String PREFIXES = "KMGT";

    private static final int SHIFT = 10;

    private Quantity() {}

    /** The number; empty when the text is not one from {@code min} to {@code max}. */
    public static OptionalLong parse(String text, long min, long max) {
        Matcher matcher = FORM.matcher(text);
        if (!matcher.matches()) {
            return OptionalLong.empty();
        }
        int shift = matcher.group(2) == null
                ? 0
                : (PREFIXES.indexOf(matcher.group(2).charAt(0)) + 1) * SHIFT;
        long number = Long.parseLong(matcher.group(1));
        boolean fits = number <= Long.MAX_VALUE >> shift && number << shift >= min && number << shift <= max;
        return fits ? OptionalLong.of(number << shift) : OptionalLong.empty();
    }
}
