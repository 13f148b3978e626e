package org.sss.api;

import java.util.Locale;

/** Checks the names of groups, workflows and jobs, which are also used in file names. Stateless. */
final class Names {
    private static final int MAX_LENGTH = 200;

    private Names() {}

    /** @return {@code name} */
    static String check(String what, String name) {
        if (name == null
                || name.isEmpty()
                || name.length() > MAX_LENGTH
                || !isLetterOrDigit(name.charAt(0))
                || !name.chars().allMatch(Names::isAllowed)) {
            throw new SssException(
                    ErrorCode.INVALID_ARGUMENT,
                    "'" + name + "' cannot name a " + what + ": use 1 to " + MAX_LENGTH
                            + " of letters, digits, '.', '_', '-', and start with a letter or digit");
        }
        return name;
    }

    /** Returns the name with a suffix; if that is too long, the end of the name becomes its hash. */
    static String with(String name, String suffix) {
        int rest = MAX_LENGTH - suffix.length();
        if (name.length() <= rest) {
            return name + suffix;
        }
        String hash = String.format(Locale.ROOT, "-%08x", name.hashCode());
        return name.substring(0, rest - hash.length()) + hash + suffix;
    }

    private static boolean isAllowed(int c) {
        return isLetterOrDigit(c) || c == '.' || c == '_' || c == '-';
    }

    private static boolean isLetterOrDigit(int c) {
        return c < 128 && Character.isLetterOrDigit(c);
    }
}
