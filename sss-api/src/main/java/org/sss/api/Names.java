package org.sss.api;

/** Checks the names of groups, workflows and jobs, which are also used in file names. Stateless. */
final class Names {
    private static final int MAX_LENGTH = 200;

    private Names() {}

    /** @return {@code name} */
    static String check(String what, String name) {
        if (name == null || name.isEmpty() || name.length() > MAX_LENGTH || !isLetterOrDigit(name.charAt(0))
                || !name.chars().allMatch(Names::isAllowed)) {
            throw new SssException(ErrorCode.INVALID_ARGUMENT, "'" + name + "' cannot name a " + what + ": use 1 to "
                    + MAX_LENGTH + " of letters, digits, '.', '_', '-', and start with a letter or digit");
        }
        return name;
    }

    private static boolean isAllowed(int c) {
        return isLetterOrDigit(c) || c == '.' || c == '_' || c == '-';
    }

    private static boolean isLetterOrDigit(int c) {
        return c < 128 && Character.isLetterOrDigit(c);
    }
}
