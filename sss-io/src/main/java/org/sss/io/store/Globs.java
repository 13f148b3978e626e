package org.sss.io.store;

import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;

/** Globs as in a shell, for all stores. Stateless. */
public final class Globs {
    private static final String ANY_DEPTH = "**/";
    private static final String CHARACTERS = "*?[{";

    private Globs() {}

    /** Returns the index of the first character that makes a name a glob, or -1. */
    public static int first(String name) {
        for (int i = 0; i < name.length(); i++) {
            if (CHARACTERS.indexOf(name.charAt(i)) >= 0) {
                return i;
            }
        }
        return -1;
    }

    /** Returns a matcher of relative paths, in which {@code **} and a slash also match no directory. */
    public static PathMatcher matcher(String glob) {
        return FileSystems.getDefault().getPathMatcher("glob:" + withoutDirectory(glob));
    }

    /**
     * In a shell, {@code **} and a slash also match no directory; Java requires one. Java's braces cannot be nested.
     */
    private static String withoutDirectory(String glob) {
        StringBuilder any = new StringBuilder();
        boolean inBraces = false;
        for (int i = 0; i < glob.length(); i++) {
            char c = glob.charAt(i);
            inBraces = c == '{' || inBraces && c != '}';
            if (!inBraces && glob.startsWith(ANY_DEPTH, i) && (i == 0 || glob.charAt(i - 1) == '/')) {
                any.append('{').append(ANY_DEPTH).append(",}");
                i += ANY_DEPTH.length() - 1;
            } else {
                any.append(c);
            }
        }
        return any.toString();
    }
}
