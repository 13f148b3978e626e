package org.sss.benchmarks.cli;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.benchmarks.measure.Processors;
import org.sss.benchmarks.measure.Quantity;
import org.sss.benchmarks.report.Columns;
import org.sss.benchmarks.suite.Row;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.UsageException;

/** The option {@code --cores}: with how many processors each system is measured. Stateless. */
final class CoreCounts {
    private static final String OPTION = "cores";
    private static final String DOUBLING = "doubling";

    private CoreCounts() {}

    static void describe(Options options) {
        Help.option(
                options,
                OPTION,
                "NUMBERS",
                "measure each system with so many processors, such as 1,2; " + DOUBLING
                        + ": 1, 2, 4 and so on, up to all (all, without a line over them)");
    }

    /**
     * In ascending order; empty without the option.
     *
     * @throws UsageException for a number that this machine does not have
     */
    static List<Integer> of(Call call) {
        return call.has(OPTION) ? parse(call.required(OPTION), Processors.count()) : List.of();
    }

    static List<Integer> parse(String text, int all) {
        return text.equals(DOUBLING)
                ? Processors.doubling(all)
                : Arrays.stream(text.split(",", -1))
                        .map(number -> number(number.strip(), all))
                        .distinct()
                        .sorted()
                        .toList();
    }

    private static int number(String text, int all) {
        return (int) Quantity.parse(text, 1, all)
                .orElseThrow(() -> new UsageException("--" + OPTION + " takes numbers of processors from 1 to " + all
                        + ", which this machine has, or " + DOUBLING + ", not '" + text + "'"));
    }

    /** @throws SssException INVALID_ARGUMENT if processes cannot be limited on this machine */
    static void check(Call call) {
        if (call.has(OPTION)) {
            Processors.missing().ifPresent(why -> {
                throw new SssException(ErrorCode.INVALID_ARGUMENT, "--" + OPTION + " cannot be measured here: " + why);
            });
        }
    }

    /** Where the lines end, and how much faster the most processors are. */
    static List<String> remarks(List<Row> rows) {
        List<String> lines = new ArrayList<>();
        lines.add("This machine has " + Processors.count()
                + " processors, where the lines end; each system had the first ones, the measuring program all.");
        int most = rows.stream().mapToInt(Row::cores).max().orElse(0);
        int fewest = rows.stream().mapToInt(Row::cores).min().orElse(0);
        rows.stream().map(Row::system).distinct().forEach(system -> {
            double[] speedUps = rows.stream()
                    .filter(row -> row.system().equals(system) && row.cores() == most && most > fewest)
                    .mapToDouble(row -> row.speedUp(rows))
                    .sorted()
                    .toArray();
            if (speedUps.length > 0) {
                String min = Columns.number(speedUps[0], 2);
                String max = Columns.number(speedUps[speedUps.length - 1], 2);
                lines.add(system + " is " + (min.equals(max) ? min : min + " to " + max) + " times as fast with " + most
                        + " processors as with " + fewest);
            }
        });
        return lines;
    }
}
