package org.sss.http.metrics;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A text in Prometheus' format, read and checked. Immutable. */
final class Exposition {
    private static final Pattern SERIES = Pattern.compile("([a-zA-Z_:][a-zA-Z0-9_:]*)(\\{.*})? (\\S+)");
    private static final List<String> PARTS = List.of("_bucket", "_count", "_sum");

    private final String text;
    private final Map<String, Double> series = new LinkedHashMap<>();
    private final Map<String, String> types = new HashMap<>();
    private final Set<String> helps = new HashSet<>();
    private final List<String> faults = new ArrayList<>();

    Exposition(String text) {
        this.text = text;
        text.lines().forEach(this::read);
        series.keySet().stream().map(Exposition::nameOf).distinct().forEach(this::check);
    }

    private void read(String line) {
        String[] words = line.split(" ", 4);
        if (line.startsWith("# TYPE ")) {
            fault(types.put(words[2], words[3]) != null, words[2] + " has two types");
        } else if (line.startsWith("# HELP ")) {
            fault(!helps.add(words[2]), words[2] + " has two helps");
            fault(words.length < 4, words[2] + " has no help");
            fault(line.startsWith("# HELP sss_") && line.endsWith("."), words[2] + " has a help with a full stop");
        } else {
            Matcher matcher = SERIES.matcher(line);
            if (matcher.matches()) {
                String labels = matcher.group(2) == null ? "" : matcher.group(2);
                fault(
                        series.put(matcher.group(1) + labels, Double.valueOf(matcher.group(3))) != null,
                        "two of " + matcher.group(1) + labels);
            } else {
                fault(true, "what is this: " + line);
            }
        }
    }

    /** The rules of {@code promtool check metrics}. */
    private void check(String name) {
        String base = base(name);
        String type = types.get(base);
        fault(type == null, name + " has no type");
        fault(!helps.contains(base), name + " has no help");
        fault("counter".equals(type) != name.endsWith("_total"), name + " is a " + type);
        fault(
                name.equals(base) && PARTS.stream().anyMatch(name::endsWith),
                name + " has an end that is reserved for histograms");
        fault(
                name.matches(".*_(milli|micro|nano)seconds.*|.*_(ms|ns)(_.*)?|.*_(kilo|mega|mebi)bytes.*"),
                name + " has no base unit");
    }

    private String base(String name) {
        return PARTS.stream()
                .filter(name::endsWith)
                .map(part -> name.substring(0, name.length() - part.length()))
                .filter(types::containsKey)
                .findFirst()
                .orElse(name);
    }

    private void fault(boolean isFault, String what) {
        if (isFault) {
            faults.add(what);
        }
    }

    static String nameOf(String series) {
        int labels = series.indexOf('{');
        return labels < 0 ? series : series.substring(0, labels);
    }

    String text() {
        return text;
    }

    List<String> faults() {
        return faults;
    }

    Set<String> series() {
        return series.keySet();
    }

    Set<String> names() {
        Set<String> names = new TreeSet<>();
        series.keySet().forEach(each -> names.add(nameOf(each)));
        return names;
    }

    /** @param labels as in the text, in its order, without that of the node */
    double value(String name, String... labels) {
        return series.entrySet().stream()
                .filter(each -> nameOf(each.getKey()).equals(name))
                .filter(each -> List.of(labels).stream().allMatch(each.getKey()::contains))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }
}
