package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.junit.jupiter.api.Test;
import org.sss.benchmarks.measure.Run;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.SuiteRow;
import org.sss.client.cli.Call;

class TextCommandTest {
    private final TextCommand command = new TextCommand();

    @Test
    void theSizeOfARangeIsThatOfSssWhereItReadsFilesAndOfNobodyElse() throws Exception {
        Options options = new Options();
        command.describe(options);
        String[] words = {"--from", "group,files", "--api", "bytes", "--split", "16MiB", "--system", "sss,java"};
        Call call = new Call(new DefaultParser().parse(options, words), null);
        assertThat(command.contenders(call)).extracting(one -> one.label() + " " + one.parameters().get("split"))
                .containsExactly("sss-bytes null", "sss-bytes-files 16777216", "java null");
        assertThat(command.parameters(call)).doesNotContainKey("split");
        assertThat(command.cases(call)).isNotEmpty().allSatisfy(one -> assertThat(one.parameters()).doesNotContainKey("split"));
    }

    @Test
    void countingBytesInOneProcessIsToBeAsFastAsThePlainProgram() throws Exception {
        assertThat(aims()).filteredOn(line -> line.contains("plain Java"))
                .containsExactly("AIM missed: wordcount 256 MiB, sss-bytes: 1.25 times as long as plain Java, aim at most 1 (0.80 of it)");
        assertThat(aims("--processes")).noneMatch(line -> line.contains("plain Java"));
        assertThat(aims("--text", "zipf")).isEmpty();
    }

    private List<String> aims(String... words) throws Exception {
        Options options = new Options();
        command.describe(options);
        Case task = new Case("wordcount", "256 MiB", 256 << 20, null, Map.of());
        List<SuiteRow> rows = Map.of("sss-bytes", 1.25, "sss-string", 2.0, "java", 1.0).entrySet().stream().map(row -> new SuiteRow(task, row.getKey(),
                Double.NaN, 1, List.of(new Run(row.getValue(), new Usage(1, 1), "abc", Map.of())))).toList();
        return command.remarks(rows, new Call(new DefaultParser().parse(options, words), null));
    }
}
