package org.sss.benchmarks.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.apache.commons.cli.DefaultParser;
import org.apache.commons.cli.Options;
import org.junit.jupiter.api.Test;
import org.sss.cli.terminal.Call;

class TextCommandTest {
    private final TextCommand command = new TextCommand();

    @Test
    void theSizeOfARangeIsThatOfSssWhereItReadsFilesAndOfNobodyElse() throws Exception {
        Options options = new Options();
        command.describe(options);
        String[] words = {"--from", "group,files", "--api", "bytes", "--split", "16MiB", "--system", "sss,java"};
        Call call = new Call(new DefaultParser().parse(options, words), null);
        assertThat(command.contenders(call))
                .extracting(one -> one.label() + " " + one.parameters().get("split"))
                .containsExactly("sss-bytes null", "sss-bytes-files 16777216", "java null");
        assertThat(command.parameters(call)).doesNotContainKey("split");
        assertThat(command.cases(call))
                .isNotEmpty()
                .allSatisfy(one -> assertThat(one.parameters()).doesNotContainKey("split"));
    }
}
