package org.sss.net.control;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Finds the name that a user probably meant, by edit distance. Stateless. */
public final class Nearest {
    /** Longer names are not compared: the cost grows with the square of the length. */
    private static final int MAX_LENGTH = 64;
    /** Maximum number of candidates that are compared; a catalog can have millions. */
    private static final int MAX_CANDIDATES = 10_000;

    private static final int CHARACTERS_PER_ERROR = 3;

    private Nearest() {}

    /** Returns the known name nearest to {@code typed}; empty if more than a third of the characters differ. */
    public static Optional<String> of(String typed, Stream<String> known) {
        int length = typed.length();
        if (length == 0 || length > MAX_LENGTH) {
            return Optional.empty();
        }
        String best = null;
        int bestDistance = Math.max(1, length / CHARACTERS_PER_ERROR) + 1;
        String lower = typed.toLowerCase(Locale.ROOT);
        for (String name : (Iterable<String>) known.limit(MAX_CANDIDATES)::iterator) {
            if (Math.abs(name.length() - length) < bestDistance) {
                int distance = distance(lower, name.toLowerCase(Locale.ROOT));
                // A name of one or two characters has nothing in common with one of which each character differs.
                if (distance < bestDistance && distance < length) {
                    best = name;
                    bestDistance = distance;
                }
            }
        }
        return Optional.ofNullable(best);
    }

    /** Returns {@code " (did you mean 'NAME'?)"} for the middle of an error message, or an empty string. */
    public static String hint(String typed, Stream<String> known) {
        return of(typed, known).map(name -> " (did you mean '" + name + "'?)").orElse("");
    }

    /** Returns the number of characters to insert, remove, replace or swap with a neighbour. */
    static int distance(String a, String b) {
        int[] beforeLast = new int[b.length() + 1];
        int[] last = new int[b.length() + 1];
        int[] row = new int[b.length() + 1];
        for (int j = 0; j <= b.length(); j++) {
            row[j] = j;
        }
        for (int i = 1; i <= a.length(); i++) {
            int[] free = beforeLast;
            beforeLast = last;
            last = row;
            row = free;
            row[0] = i;
            for (int j = 1; j <= b.length(); j++) {
                int replaced = last[j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1);
                row[j] = Math.min(replaced, 1 + Math.min(last[j], row[j - 1]));
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    row[j] = Math.min(row[j], 1 + beforeLast[j - 2]);
                }
            }
        }
        return row[b.length()];
    }
}
