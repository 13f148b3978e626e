package org.sss.cli.group;

import java.time.Duration;
import java.util.List;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.cli.Options;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;
import org.sss.client.Group;
import org.sss.client.ListedGroups;

/**
 * Selects groups by names, patterns with {@code *} and {@code ?}, and {@code --older-than}, which is by the clock of
 * the cluster. Immutable.
 */
record GroupPatterns(List<String> names, long ageMillis) {
    private static final long ANY_AGE = -1;
    private static final String OLDER_THAN = "older-than";
    private static final Pattern AGE = Pattern.compile("([0-9]{1,6})(s|min|h|d)");

    static void describe(Options options) {
        Help.option(options, OLDER_THAN, "AGE", "only groups older than this, such as 90min, 12h or 7d");
    }

    static GroupPatterns of(Call call) {
        return new GroupPatterns(
                List.copyOf(call.words()), call.has(OLDER_THAN) ? age(call.required(OLDER_THAN)) : ANY_AGE);
    }

    private static long age(String text) {
        Matcher age = AGE.matcher(text);
        if (!age.matches()) {
            throw new UsageException(
                    "--" + OLDER_THAN + " takes a number with s, min, h or d, such as 7d, not '" + text + "'");
        }
        long number = Long.parseLong(age.group(1));
        return switch (age.group(2)) {
            case "s" -> Duration.ofSeconds(number).toMillis();
            case "min" -> Duration.ofMinutes(number).toMillis();
            case "h" -> Duration.ofHours(number).toMillis();
            default -> Duration.ofDays(number).toMillis();
        };
    }

    /** Returns true if it is not just a list of names. */
    boolean isSelection() {
        return ageMillis != ANY_AGE || names.stream().anyMatch(GroupPatterns::isPattern);
    }

    /** Returns the matching groups; without names, all that are old enough. */
    List<Group> select(ListedGroups listed) {
        Predicate<String> named = names.isEmpty()
                ? name -> true
                : Pattern.compile(names.stream().map(GroupPatterns::regex).collect(Collectors.joining("|")))
                        .asMatchPredicate();
        List<Group> oldEnough = ageMillis == ANY_AGE ? listed.groups() : listed.olderThan(ageMillis);
        return oldEnough.stream().filter(group -> named.test(group.name())).toList();
    }

    /** Returns the names (not patterns) of groups that do not exist. */
    List<String> missing(List<Group> groups) {
        return names.stream()
                .filter(name -> !isPattern(name)
                        && groups.stream().noneMatch(group -> group.name().equals(name)))
                .toList();
    }

    private static boolean isPattern(String name) {
        return name.indexOf('*') >= 0 || name.indexOf('?') >= 0;
    }

    private static String regex(String pattern) {
        return pattern.codePoints()
                .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                .collect(Collectors.joining());
    }
}
