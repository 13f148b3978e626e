package org.sss.benchmarks.cli;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.commons.cli.Options;
import org.sss.benchmarks.data.Generator;
import org.sss.benchmarks.data.TextData;
import org.sss.benchmarks.data.ZipfTextData;
import org.sss.benchmarks.suite.Case;
import org.sss.benchmarks.suite.Contender;
import org.sss.benchmarks.suite.SuitePlots;
import org.sss.benchmarks.suite.SuiteRow;
import org.sss.client.cli.Call;
import org.sss.client.cli.Help;
import org.sss.client.cli.Units;

/** {@code sss bench text}. */
final class TextCommand extends SuiteCommand {
    private static final List<String> APPS = List.of("wordcount", "bigram", "groupby");
    private static final List<String> APIS = List.of("string", "bytes");
    private static final List<String> TEXTS = List.of("uniform", "zipf");
    private static final String SIZES = "256MiB,1GiB";
    private static final long MOST_BYTES = 1L << 44;
    private static final int MOST_WORDS = 100_000_000;

    TextCommand() {
        super("text", "Counts words, counts pairs of words, groups words by their length; the time of Map with the shuffle and"
                + " that of Reduce, over the size of the text.");
    }

    @Override
    public void describe(Options options) {
        Help.option(options, "app", "NAMES", "some of " + String.join(",", APPS) + " (all)");
        Help.option(options, "sizes", "SIZES", "of the text (" + SIZES + ")");
        Help.option(options, "api", "NAMES", "what the programs for SSS see words as, some of string,bytes (both)");
        Help.option(options, "text", "KIND", "uniform: of 1,000 words; zipf: of many words, few of them frequent (uniform)");
        Help.option(options, "words", "N", "words of a zipf text (1000000)");
        super.describe(options);
    }

    @Override
    List<Case> cases(Call call) {
        List<Case> cases = new ArrayList<>();
        for (String app : SuiteOptions.choices(call, "app", String.join(",", APPS), APPS)) {
            for (long bytes : Quantity.listOf(call, "sizes", SIZES, 1, MOST_BYTES)) {
                cases.add(new Case(app, Units.bytes(bytes), bytes, text(call, bytes), SuiteOptions.parameters(call)));
            }
        }
        return cases;
    }

    private static Generator text(Call call, long bytes) {
        int words = (int) call.number("words", 1, MOST_WORDS, 1_000_000);
        return SuiteOptions.choices(call, "text", "uniform", TEXTS).get(0).equals("zipf") ? new ZipfTextData(bytes, words)
                : new TextData(bytes);
    }

    @Override
    List<Contender> contenders(Call call) {
        return SuiteOptions.contenders(call, systems(), SuiteOptions.choices(call, "api", String.join(",", APIS), APIS));
    }

    @Override
    List<String> plot(List<SuiteRow> rows, Path directory) throws IOException {
        List<String> plots = new ArrayList<>(SuitePlots.times(rows, "bytes of text", "text", directory));
        plots.addAll(SuitePlots.phases(rows, "text", directory));
        return plots;
    }
}
