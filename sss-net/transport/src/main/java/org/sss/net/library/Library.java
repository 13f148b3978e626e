package org.sss.net.library;

import java.net.URL;
import java.security.CodeSource;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A jar of a library. Immutable.
 *
 * @param name    of the library, for users
 * @param anchor  an interface that the jar has in all versions, which loads no other class
 * @param marker  a class that it has in the versions that SSS works with
 * @param title   how the title in its manifest starts, in lower case; a jar into which others were packed has another
 *     one
 * @param minimum the first of those versions
 * @param remedy  how to get a later one, for users
 */
record Library(String name, String anchor, String marker, String title, String minimum, String remedy) {
    private static final Pattern NUMBER = Pattern.compile("\\d{1,9}");

    /** Returns what is wrong with the jar that {@code loader} finds, and what to do; null if nothing is. */
    String problem(ClassLoader loader) {
        Class<?> found;
        try {
            found = Class.forName(anchor, false, loader);
        } catch (ClassNotFoundException | LinkageError e) {
            return name + " is not on the class path (class " + anchor + " is missing); SSS needs " + wanted();
        }
        String version = version(found);
        if (version == null ? has(marker, loader) : isAtLeast(version, minimum)) {
            return null;
        }
        return name + " " + (version == null ? "of another version" : version) + " is on the class path ("
                + place(found) + "); SSS needs " + wanted();
    }

    private String wanted() {
        return minimum + " or newer: " + remedy;
    }

    /** Returns the version of the jar of a class; null if the jar has no manifest, or that of another program. */
    private String version(Class<?> type) {
        Package of = type.getPackage();
        String jar = of == null ? null : of.getImplementationTitle();
        return jar != null && jar.toLowerCase(Locale.ROOT).startsWith(title) ? of.getImplementationVersion() : null;
    }

    private static boolean has(String type, ClassLoader loader) {
        try {
            Class.forName(type, false, loader);
            return true;
        } catch (ClassNotFoundException | LinkageError e) {
            return false;
        }
    }

    /** Compares as many numbers as {@code minimum} has. */
    static boolean isAtLeast(String version, String minimum) {
        Matcher actual = NUMBER.matcher(version);
        Matcher expected = NUMBER.matcher(minimum);
        while (expected.find()) {
            int number = actual.find() ? Integer.parseInt(actual.group()) : 0;
            int compared = Integer.compare(number, Integer.parseInt(expected.group()));
            if (compared != 0) {
                return compared > 0;
            }
        }
        return true;
    }

    private static String place(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        URL url = source == null ? null : source.getLocation();
        return url == null ? "from an unknown place" : url.toString();
    }
}
