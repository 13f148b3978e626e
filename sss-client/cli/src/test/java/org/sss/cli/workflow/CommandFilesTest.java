package org.sss.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.cli.terminal.UsageException;
import org.sss.io.exec.SearchPath;

/** Uses files of the directory in which tests run. */
class CommandFilesTest {
    private static final Path SCRIPT = Path.of("target/command-files-map.py");

    @BeforeEach
    void write() throws IOException {
        Files.writeString(SCRIPT, "");
    }

    @AfterEach
    void delete() throws IOException {
        Files.delete(SCRIPT);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "python3 no.py",
                "python3 -u no.py x",
                "python3.11 no.py",
                "/usr/bin/python3 no.py",
                "perl -w no.pl",
                "sh -eu no.sh",
                "./no.sh",
                "scripts/no.sh",
                "awk -F, -f no.awk",
                "bash target"
            })
    void rejectsAScriptThatIsNotInTheWorkingDirectory(String command) {
        assertThatThrownBy(() -> of(command).check())
                .isInstanceOf(UsageException.class)
                .hasMessageContaining("no such file in the working directory");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cut -f2",
                "grep no.py",
                "python3 -c no.py",
                "python3 -m no.py",
                "perl -ne no.pl",
                "perl -e no.pl",
                "sh -c no.sh",
                "awk no.awk",
                "awk -f target/command-files-map.py",
                "python3 target/command-files-map.py no.py",
                "python3 /opt/no.py",
                "/opt/no",
                "python3 -W ignore no.py",
                "python3",
                "php -d a=b no.php",
                "python3 shipped.py",
                "perl -I lib no.pl"
            })
    void acceptsCommandsThatOnlyTheNodesCanCheck(String command) {
        assertThatCode(() -> of(command, "/elsewhere/shipped.py").check()).doesNotThrowAnyException();
    }

    @Test
    void errorSuggestsASimilarFile() {
        assertThatThrownBy(() -> of("python3 target/command-files-mpa.py").check())
                .hasMessageContaining(
                        "target/command-files-mpa.py: no such file in the working directory (did you mean '" + SCRIPT
                                + "'?)");
        assertThatThrownBy(() -> of("./" + SCRIPT).check()).hasMessageContaining("is not executable; run chmod +x");
        assertThatThrownBy(() -> of("python3 ../../README.md").check())
                .hasMessageContaining("--ship ../../README.md and call it README.md");
    }

    @Test
    void shipsFilesThatTheCommandNames() {
        assertThat(of("python3 " + SCRIPT + " ../../README.md no.py", "/x/y").toShip())
                .containsExactly(Path.of("/x/y"), SCRIPT);
    }

    @Test
    void rejectsACommandThatIsNotInstalledAndSuggestsASimilarOne() {
        SearchPath path = SearchPath.ofThisProcess();
        assertThatCode(() -> of("sh -c true").checkInstalled(path)).doesNotThrowAnyException();
        assertThatCode(() -> of("/opt/no").checkInstalled(path)).doesNotThrowAnyException();
        assertThatThrownBy(() -> of("sedd p").checkInstalled(path))
                .hasMessageStartingWith("sedd: command not found (did you mean 'sed'?)");
        assertThatThrownBy(() -> of("pom.xml").checkInstalled(path)).hasMessageContaining("as ./pom.xml");
    }

    private static CommandFiles of(String command, String... shipped) {
        return new CommandFiles(
                CommandWords.of(command),
                List.of(shipped).stream().map(Path::of).toList());
    }
}
