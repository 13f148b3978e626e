package org.sss.benchmarks.synthetic;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

/** Reads parameters from text; each is asked for once, then what is left is an error. One thread, one use. */
final class ConfValues {
    private static final Pattern SIZE = Pattern.compile("(\\d{1,15})(?:(Ki|Mi|Gi|Ti)?B?)");
    /** Each 1,024 times the one before. */
    private static final String PREFIXES = "KMGT";
    private static final int SHIFT = 10;

    private final Map<String, String> values;
    private final Set<String> known = new HashSet<>();

    ConfValues(Map<String, String> values) {
        this.values = values;
    }

    /** @param otherwise null when the parameter must be there */
    long number(String name, long least, long most, Long otherwise) {
        String text = text(name);
        if (text == null) {
            if (otherwise == null) {
                throw invalid(name + " is missing");
            }
            return otherwise;
        }
        Matcher matcher = SIZE.matcher(text);
        if (matcher.matches()) {
            int shift = matcher.group(2) == null ? 0 : (PREFIXES.indexOf(matcher.group(2).charAt(0)) + 1) * SHIFT;
            long number = Long.parseLong(matcher.group(1));
            if (number <= Long.MAX_VALUE >> shift && number << shift >= least && number << shift <= most) {
                return number << shift;
            }
        }
        throw invalid(name + " is '" + text + "'; it is a number from " + least + " to " + most + ", as 16, 64KiB or 1GiB");
    }

    double fraction(String name, double otherwise) {
        String text = text(name);
        try {
            return text == null ? otherwise : Double.parseDouble(text);
        } catch (NumberFormatException e) {
            throw invalid(name + " is '" + text + "'; it is a number such as 0.1");
        }
    }

    boolean truth(String name, boolean otherwise) {
        String text = text(name);
        if (text != null && !text.equals("true") && !text.equals("false")) {
            throw invalid(name + " is '" + text + "'; it is true or false");
        }
        return text == null ? otherwise : text.equals("true");
    }

    <E extends Enum<E>> E choice(String name, Class<E> type, E otherwise) {
        String text = text(name);
        if (text == null) {
            return otherwise;
        }
        for (E choice : type.getEnumConstants()) {
            if (choice.name().toLowerCase(Locale.ROOT).equals(text)) {
                return choice;
            }
        }
        throw invalid(name + " is '" + text + "'; it is one of "
                + Set.copyOf(Set.of(type.getEnumConstants())).toString().toLowerCase(Locale.ROOT));
    }

    void refuseOthers() {
        Set<String> others = new TreeSet<>(values.keySet());
        others.removeAll(known);
        if (!others.isEmpty()) {
            throw invalid("there is no " + String.join(", ", others) + "; there are " + String.join(", ", new TreeSet<>(known)));
        }
    }

    private String text(String name) {
        known.add(name);
        String text = values.get(name);
        return text == null ? null : text.strip();
    }

    private static SssException invalid(String what) {
        return new SssException(ErrorCode.INVALID_ARGUMENT, "parameters of the synthetic benchmark: " + what);
    }
}
