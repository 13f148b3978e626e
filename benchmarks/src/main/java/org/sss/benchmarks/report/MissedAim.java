package org.sss.benchmarks.report;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A line of a report that says what missed its aim, and how much of the aim it reached: {@code AIM missed: sort 1 GiB, sss: ... (0.80 of it)}.
 * Reports of several benchmarks are text, so it is read from there. Immutable.
 *
 * @param line    as it is printed
 * @param reached below 1, whether more or less of the number would be better
 */
public record MissedAim(String line, double reached) {
    private static final String BEGIN = "AIM missed: ";
    private static final Pattern LINE = Pattern.compile(BEGIN + ".* \\((\\d+\\.\\d+) of it\\)");

    /** @param what and its aim */
    public static String line(String what, double reached) {
        return BEGIN + what + String.format(Locale.ROOT, " (%.2f of it)", reached);
    }

    /** Empty for any other line. */
    public static Optional<MissedAim> parse(String line) {
        Matcher matcher = LINE.matcher(line.strip());
        return matcher.matches() ? Optional.of(new MissedAim(line.strip(), Double.parseDouble(matcher.group(1)))) : Optional.empty();
    }

    /** Those that reached the least of their aims, the worst one first. */
    public static List<MissedAim> worst(List<MissedAim> all, int most) {
        return all.stream().sorted(Comparator.comparingDouble(MissedAim::reached)).limit(most).toList();
    }
}
