package org.sss.benchmarks.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

@Timeout(60)
class HostLinkIT {
    @TempDir
    Path directory;

    private HostLink<Obedient> link;

    /** Does what it is asked to. */
    public static final class Obedient implements AutoCloseable {
        String answer(String word) throws IOException {
            switch (word) {
                case "die" -> {
                    System.err.println("last words");
                    Runtime.getRuntime().halt(3);
                }
                case "lose" -> throw new SssException(ErrorCode.CORRUPT, "99 records instead of 100");
                case "fail" -> throw new IllegalStateException("no more");
                case "overflow" -> throw new StackOverflowError("too deep");
                case "print" -> System.out.println("noise");
                case "start" -> {
                    return Long.toString(
                            new ProcessBuilder("sleep", "600").start().pid());
                }
                case "count" -> {
                    return Integer.toString(Runtime.getRuntime().availableProcessors());
                }
                default -> {
                    return word.toUpperCase(Locale.ROOT);
                }
            }
            return "done";
        }

        @Override
        public void close() {
            // It has nothing open.
        }
    }

    @BeforeEach
    void start() throws IOException {
        link = new HostLink<>("abacus", directory, Launch.ofSuite(List.of()), Obedient.class);
    }

    @AfterEach
    void stop() {
        link.close();
    }

    @Test
    void answersWhateverTheProgramPrints() throws IOException {
        assertThat(ask("one")).isEqualTo("ONE");
        assertThat(ask("print")).isEqualTo("done");
        assertThat(ask("two")).isEqualTo("TWO");
    }

    @Test
    void anErrorRetainsItsCodeAndItsMessageAndTheProcessLives() throws IOException {
        assertThatThrownBy(() -> ask("lose"))
                .hasMessage("99 records instead of 100")
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
        assertThatThrownBy(() -> ask("fail"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("the process of abacus failed: java.lang.IllegalStateException: no more");
        assertThat(ask("one")).isEqualTo("ONE");
    }

    @Test
    void theEndOfTheProcessIsAnErrorWithTheEndOfItsLog() {
        assertThatThrownBy(() -> ask("die"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("the process of abacus ended with exit status 3")
                .hasMessageContaining("last words");
        assertThatThrownBy(() -> ask("one")).hasMessageContaining("the process of abacus ended");
    }

    /** As at Ctrl-C, when all files of a run are being deleted. */
    @Test
    void aProcessWhoseLogIsGoneIsStillReportedByItsName() throws IOException {
        ask("one");
        Files.delete(directory.resolve("abacus.log"));
        assertThatThrownBy(() -> ask("fail"))
                .hasMessageContaining("the process of abacus failed")
                .hasMessageContaining("its log is empty");
    }

    @Test
    void anUnexpectedErrorEndsTheProcessAndIsReported() {
        assertThatThrownBy(() -> ask("overflow"))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("the process of abacus ended with exit status 1")
                .hasMessageContaining("too deep");
    }

    @Test
    void messagesOfTheVmAreNotAnswers() throws IOException {
        link.close();
        link = new HostLink<>("abacus", directory, Launch.ofSuite(List.of("-Xmx1k")), Obedient.class);
        assertThatThrownBy(() -> ask("one"))
                .hasMessageContaining("the process of abacus ended")
                .hasMessageContaining("heap");
        link.close();
        link = new HostLink<>("abacus", directory, Launch.ofSuite(List.of("-XX:+PrintFlagsFinal")), Obedient.class);
        assertThat(ask("one")).isEqualTo("ONE");
    }

    @Test
    void aProcessThatHasOneProcessorSeesOne() throws IOException {
        link.close();
        link = new HostLink<>("abacus", directory, Launch.ofSuite(List.of()).onFirst(1), Obedient.class);
        assertThat(ask("count")).isEqualTo("1");
    }

    @Test
    void whatADeadProcessHadStartedIsEndedWithIt() throws Exception {
        ProcessHandle child = ProcessHandle.of(Long.parseLong(ask("start"))).orElseThrow();
        assertThatThrownBy(() -> ask("die")).isInstanceOf(SssException.class);
        assertThat(child.isAlive()).isTrue();
        link.close();
        assertThat(child.onExit().get(10, TimeUnit.SECONDS).isAlive()).isFalse();
    }

    private String ask(String word) throws IOException {
        return link.ask(host -> host.answer(word));
    }
}
