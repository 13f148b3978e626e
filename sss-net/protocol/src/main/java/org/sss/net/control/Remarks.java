package org.sss.net.control;

import java.util.List;
import java.util.stream.Stream;

/**
 * What a user should see of a job beside its result. Bounded, per task and per job. Immutable.
 *
 * @param warnings about what its code did
 * @param printed  the ends of the standard error of its executables
 */
public record Remarks(List<String> warnings, List<Printed> printed) {
    public static final Remarks NONE = new Remarks(List.of(), List.of());
    /** Maximum number of warnings, and of texts. */
    public static final int MAX = 8;

    private static final int MAX_WARNING_CHARS = 500;

    public Remarks {
        warnings =
                warnings.stream().distinct().limit(MAX).map(Remarks::shortened).toList();
        printed = printed.stream().limit(MAX).toList();
    }

    /**
     * @param task that ran the executable
     * @param text whole lines, without the newline of the last one
     */
    public record Printed(int task, String text) {
        /** Maximum length of a text. */
        public static final int MAX_CHARS = 2000;
    }

    public boolean areNone() {
        return warnings.isEmpty() && printed.isEmpty();
    }

    private static String shortened(String warning) {
        return warning.length() <= MAX_WARNING_CHARS ? warning : warning.substring(0, MAX_WARNING_CHARS) + "...";
    }

    public Remarks plus(Remarks other) {
        if (other.areNone() || areNone()) {
            return areNone() ? other : this;
        }
        return new Remarks(
                Stream.concat(warnings.stream(), other.warnings.stream()).toList(),
                Stream.concat(printed.stream(), other.printed.stream()).toList());
    }
}
