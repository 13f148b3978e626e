package org.sss.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class QuestionTest {
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();

    private Question question(String answer) {
        Console console = new Console(OutputStream.nullOutputStream(), new PrintStream(err, true, UTF_8), true);
        return new Question(console, new ByteArrayInputStream(answer.getBytes(UTF_8)), true);
    }

    @ParameterizedTest
    @CsvSource({"y,true", "Yes,true", "' y ',true", "n,false", "yup,false", "'',false"})
    void onlyYesConfirms(String answer, boolean confirmed) throws IOException {
        assertThat(question(answer + "\n").isConfirmed("Run it?")).isEqualTo(confirmed);
        assertThat(err.toString(UTF_8)).isEqualTo("Run it? [y/N] ");
    }

    @Test
    void theEndOfTheInputIsNoAnswer() throws IOException {
        assertThat(question("").isConfirmed("a" + (char) 0x1b)).isFalse();
        assertThat(err.toString(UTF_8)).isEqualTo("a\\u001b [y/N] ");
    }
}
