package org.sss.benchmarks.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.UsageException;

/** Numbers with a unit in options, such as 2KiB or 10Mi. Stateless. */
final class Quantity {
    private static final Pattern FORM = Pattern.compile("(\\d{1,15})(Ki|Mi|Gi|Ti)?B?");
    private static final Map<String, Integer> SHIFTS = Map.of("Ki", 10, "Mi", 20, "Gi", 30, "Ti", 40);

    private Quantity() {
    }

    /** The value of an option, from {@code least} to {@code most}. */
    static long of(Call call, String option, String otherwise, long least, long most) {
        return parse(option, call.option(option, otherwise), least, most);
    }

    /** The values of an option, separated by commas. */
    static List<Long> listOf(Call call, String option, String otherwise, long least, long most) {
        return Arrays.stream(call.option(option, otherwise).split(",", -1)).map(one -> parse(option, one.strip(), least, most))
                .toList();
    }

    private static long parse(String option, String text, long least, long most) {
        Matcher matcher = FORM.matcher(text);
        if (matcher.matches()) {
            int shift = matcher.group(2) == null ? 0 : SHIFTS.get(matcher.group(2));
            long number = Long.parseLong(matcher.group(1));
            if (number <= Long.MAX_VALUE >> shift && number << shift >= least && number << shift <= most) {
                return number << shift;
            }
        }
        throw new UsageException("--" + option + " takes numbers from " + least + " to " + most
                + ", as 8, 256, 2KiB, 10Mi or 20GiB, not '" + text + "'");
    }
}
