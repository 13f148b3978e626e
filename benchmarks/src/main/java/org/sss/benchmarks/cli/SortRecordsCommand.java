package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.data.RecordInputs;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.Help;
import org.sss.cli.terminal.Units;

/** {@code sss bench sort}. */
final class SortRecordsCommand extends SuiteCommand {
    private static final List<String> INPUTS = List.of("numbered", "keyed");
    private static final String SIZES = "1GiB";

    SortRecordsCommand() {
        super("sort", "sss,java", "Sorts records of 100 bytes with a key of 10; the answer is in order as a whole.");
    }

    @Override
    void describeOwn(Options options) {
        Help.option(options, "sizes", "SIZES", "of the records together (" + SIZES + ")");
        Help.option(
                options,
                "input",
                "NAMES",
                "how SSS has the records before, some of numbered: by their places in the file, keyed: by"
                        + " their keys (both)");
        super.describeOwn(options);
    }

    @Override
    List<Case> cases(Call call) {
        return BenchmarkOptions.quantities(call, "sizes", SIZES, RecordInputs.RECORD_BYTES, BenchmarkOptions.MAX_BYTES)
                .stream()
                .map(bytes -> new Case(
                        "sort",
                        Units.bytes(bytes),
                        bytes,
                        RecordInputs.records(bytes / RecordInputs.RECORD_BYTES),
                        parameters(call)))
                .toList();
    }

    @Override
    Map<String, Map<String, String>> ways(Call call) {
        Map<String, Map<String, String>> ways = new LinkedHashMap<>();
        BenchmarkOptions.choices(call, "input", "numbered,keyed", INPUTS)
                .forEach(input -> ways.put(input, Map.of("api", input)));
        return ways;
    }

    @Override
    List<String> plot(List<Row> rows, Path directory) throws IOException {
        return SuitePlots.times(rows, "bytes of records", "sort", directory);
    }
}
