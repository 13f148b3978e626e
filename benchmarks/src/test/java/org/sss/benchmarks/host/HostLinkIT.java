package org.sss.benchmarks.host;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
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

    private HostLink link;

    record Said(String text) {
    }

    /** Does what it is told. */
    static final class Obedient implements HostLoop.Host {
        public static void main(String[] args) throws Exception {
            HostLoop.run(new Obedient());
        }

        @Override
        public Object answer(String line) throws Exception {
            switch (line) {
                case "die" -> {
                    System.err.println("last words");
                    Runtime.getRuntime().halt(3);
                }
                case "lose" -> throw new SssException(ErrorCode.CORRUPT, "99 records instead of 100");
                case "fail" -> throw new IllegalStateException("no more");
                case "overflow" -> throw new StackOverflowError("too deep");
                case "print" -> System.out.println("noise");
                case "start" -> {
                    return new Said(Long.toString(new ProcessBuilder("sleep", "600").start().pid()));
                }
                default -> {
                    return new Said(line.toUpperCase(Locale.ROOT));
                }
            }
            return new Said("done");
        }

        @Override
        public void close() {
            // It holds nothing.
        }
    }

    @BeforeEach
    void start() throws IOException {
        link = new HostLink("abacus", directory, List.of(), Obedient.class);
    }

    @AfterEach
    void stop() {
        link.close();
    }

    @Test
    void questionsAreAnsweredWhateverTheProgramPrints() throws IOException {
        assertThat(ask("one")).isEqualTo("ONE");
        assertThat(ask("print")).isEqualTo("done");
        assertThat(ask("two")).isEqualTo("TWO");
    }

    @Test
    void anErrorKeepsItsCodeAndItsMessageAndTheProcessItsLife() throws IOException {
        assertThatThrownBy(() -> ask("lose")).hasMessage("99 records instead of 100")
                .isInstanceOfSatisfying(SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT));
        assertThatThrownBy(() -> ask("fail")).isInstanceOf(SssException.class)
                .hasMessageContaining("the process of abacus failed: java.lang.IllegalStateException: no more");
        assertThat(ask("one")).isEqualTo("ONE");
    }

    @Test
    void theEndOfTheProcessIsAnErrorWithItsLastWords() {
        assertThatThrownBy(() -> ask("die")).isInstanceOf(SssException.class)
                .hasMessageContaining("the process of abacus ended with exit status 3").hasMessageContaining("last words");
        assertThatThrownBy(() -> ask("one")).hasMessageContaining("the process of abacus ended");
    }

    @Test
    void anErrorThatNobodyExpectsEndsTheProcessAndIsTold() {
        assertThatThrownBy(() -> ask("overflow")).isInstanceOf(SssException.class)
                .hasMessageContaining("the process of abacus ended with exit status 1").hasMessageContaining("too deep");
    }

    @Test
    void whatTheVmSaysOfItselfIsNoAnswer() throws IOException {
        link.close();
        link = new HostLink("abacus", directory, List.of("-Xmx1k"), Obedient.class);
        assertThatThrownBy(() -> ask("one")).hasMessageContaining("the process of abacus ended").hasMessageContaining("heap");
        link.close();
        link = new HostLink("abacus", directory, List.of("-XX:+PrintFlagsFinal"), Obedient.class);
        assertThat(ask("one")).isEqualTo("ONE");
    }

    @Test
    void whatADeadProcessHadStartedIsEndedWithIt() throws Exception {
        ProcessHandle child = ProcessHandle.of(Long.parseLong(ask("start"))).orElseThrow();
        assertThatThrownBy(() -> ask("die")).isInstanceOf(SssException.class);
        assertThat(child.isAlive()).isTrue();
        link.close();
        assertThat(child.onExit().get(10, TimeUnit.SECONDS).isAlive()).isFalse();
    }

    private String ask(String what) throws IOException {
        return link.ask(what.getBytes(UTF_8), Said.class).text();
    }
}
