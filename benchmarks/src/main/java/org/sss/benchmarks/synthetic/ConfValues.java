package org.sss.benchmarks.synthetic;

import java.util.HashSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Quantity;

/** Reads parameters from text; each is asked for once, then what is left is an error. One thread, one use. */
final class ConfValues {
    private final Map<String, String> values;
    private final Set<String> known = new HashSet<>();

    ConfValues(Map<String, String> values) {
        this.values = values;
    }

    /** @param otherwise null when the parameter must be there */
    long number(String name, long min, long max, Long otherwise) {
        String text = text(name);
        if (text == null) {
            if (otherwise == null) {
                throw invalid(name + " is missing");
            }
            return otherwise;
        }
        return Quantity.parse(text, min, max)
                .orElseThrow(() -> invalid(name + " is '" + text + "'; it is a number from " + min + " to " + max
                        + ", as 16, 64KiB or 1GiB"));
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
            throw invalid("there is no " + String.join(", ", others) + "; there are "
                    + String.join(", ", new TreeSet<>(known)));
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
