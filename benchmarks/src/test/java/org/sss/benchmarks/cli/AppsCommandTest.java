package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.apache.commons.cli.ParseException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.benchmarks.engine.Measurement;
import org.sss.benchmarks.measure.Usage;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Row;
import org.sss.cli.terminal.Call;
import org.sss.cli.terminal.UsageException;

class AppsCommandTest {
    private final AppsCommand command = new AppsCommand();

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "''|array|null|in an array of the mapper, words in the combiner",
                "--combiner on --buffer hash|hash|null|in the combiner",
                "--combiner off|none|auto|task.grouping = auto",
                "--combiner off --buffer hash|none|hash|task.grouping = hash",
                "--combiner off --buffer array|none|sort|task.grouping = sort"
            },
            nullValues = "null")
    void theBufferIsThatOfTheCombinerOrOfWhatIsEmittedWithoutOne(
            String options, String sums, String grouping, String remark) throws ParseException {
        Call call = call(options);
        assertThat(command.parameters(call)).containsEntry("sums", sums);
        assertThat(command.parameters(call).get("grouping")).isEqualTo(grouping);
        assertThat(command.remarks(List.of(), call)).last().asString().contains(remark);
    }

    @Test
    void applicationsThatAddUpNothingTakeNoNoticeOfTheOptions() throws ParseException {
        Map<String, Case> cases = cases("--combiner off --buffer hash");
        assertThat(cases)
                .hasSize(7)
                .allSatisfy((name, one) -> assertThat(one.parameters().getOrDefault("grouping", ""))
                        .isEqualTo(List.of("pca", "multiply", "kmeans").contains(name) ? "" : "hash"));
    }

    @Test
    void wordsAreAddedUpInTheCombinerAlways() throws ParseException {
        assertThat(cases("").get("wordcount").parameters()).containsEntry("sums", "hash");
        assertThat(cases("").get("histogram").parameters()).containsEntry("sums", "array");
        assertThat(cases("--combiner off").get("wordcount").parameters()).containsEntry("sums", "none");
    }

    @ParameterizedTest
    @ValueSource(strings = {"--combiner off --buffer sort", "--combiner off --buffer hash,array", "--combiner no"})
    void anythingElseIsRefused(String options) throws ParseException {
        Call call = call(options);
        assertThatThrownBy(() -> command.cases(call)).isInstanceOf(UsageException.class);
    }

    @Test
    void eachNumberOfProcessorsIsACaseOfItsOwn() throws ParseException {
        assertThat(command.cases(call("--app hist,mm --cores 1")))
                .extracting(Case::workload, Case::size, Case::x)
                .containsExactly(
                        tuple("histogram", "133.5 MiB, 1 core", 1.0), tuple("multiply", "632 x 632, 1 core", 1.0));
        assertThat(command.cases(call("--app hist")).get(0).size()).isEqualTo("133.5 MiB");
    }

    @Test
    void numbersOfProcessorsAreThoseOfTheMachineAtMost() {
        assertThat(CoreCounts.parse("4, 1,4", 6)).containsExactly(1, 4);
        assertThat(CoreCounts.parse("doubling", 6)).containsExactly(1, 2, 4, 6);
        for (String wrong : List.of("0", "7", "1,", "two", "-1")) {
            assertThatThrownBy(() -> CoreCounts.parse(wrong, 6))
                    .isInstanceOf(UsageException.class)
                    .hasMessageContaining("from 1 to 6");
        }
    }

    @Test
    void remarksSayHowMuchFasterTheMostProcessorsAre() {
        List<Row> rows =
                List.of(row("histogram", 1, 6), row("histogram", 4, 2), row("match", 1, 6), row("match", 4, 3));
        assertThat(CoreCounts.remarks(rows))
                .last()
                .isEqualTo("sss is 2.00 to 3.00 times as fast with 4 processors as with 1");
        assertThat(CoreCounts.remarks(rows.subList(0, 2))).last().asString().startsWith("sss is 3.00 times as fast");
        assertThat(CoreCounts.remarks(rows.subList(0, 1)))
                .singleElement()
                .asString()
                .contains("where the lines end");
    }

    private static Row row(String app, int cores, double seconds) {
        Case task = new Case(app, "1 KiB", 1, null, Map.of()).onCores(cores);
        return new Row(task, "sss", 0, 1, List.of(new Measurement(seconds, new Usage(1, 1), "abc", Map.of())));
    }

    private Map<String, Case> cases(String options) throws ParseException {
        return command.cases(call(options)).stream().collect(Collectors.toMap(Case::workload, one -> one));
    }

    private Call call(String words) throws ParseException {
        Options options = new Options();
        command.describe(options);
        List<String> line = new ArrayList<>(List.of(words.split(" ")));
        line.remove("");
        return new Call(new DefaultParser().parse(options, line.toArray(String[]::new)), null);
    }
}
