package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The script of {@code sss completion bash}, in a real bash, with a program in place of sss that lists two groups. */
class CompletionCommandTest {
    @TempDir
    static Path directory;

    @BeforeAll
    static void writeScript() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(Main.run(new String[] {"completion", "bash"}, out, System.err, false))
                .isZero();
        Files.write(directory.resolve("script"), out.toByteArray());
        Path program = Files.writeString(
                directory.resolve("sss"),
                "#!/bin/sh\n[ \"$*\" = 'group ls --names' ] && echo counts && echo lines\n"
                        + "[ \"$*\" = 'group ls --names --cluster h:1' ] && echo remote\n");
        assertThat(program.toFile().setExecutable(true)).isTrue();
    }

    @Test
    void completesCommandsWordByWord() throws Exception {
        assertThat(completed("gr")).containsExactly("group");
        assertThat(completed("group", "i")).containsExactly("import");
        assertThat(completed("cluster", "")).contains("start", "status", "stop");
        assertThat(completed("help", "cluster", "sta")).containsExactly("start", "status");
        assertThat(completed("zebra", "x")).isEmpty();
    }

    @Test
    void completesOptionsOfTheCommand() throws Exception {
        assertThat(completed("group", "scan", "g", "--l")).containsExactly("--limit");
        assertThat(completed("version", "--")).containsExactlyInAnyOrder("--help", "--json", "--quiet", "--verbose");
    }

    @Test
    void completesGroupsWhereOneIsExpected() throws Exception {
        assertThat(completed("group", "count", "")).containsExactly("counts", "lines");
        assertThat(completed("group", "count", "l")).containsExactly("lines");
        assertThat(completed("group", "export", "lines", "")).isEmpty();
        assertThat(completed("group", "rm", "lines", "c")).containsExactly("counts");
        assertThat(completed("stream", "--input", "")).containsExactly("counts", "lines");
        assertThat(completed("group", "scan", "--cluster", "h:1", "--limit", "1", ""))
                .isEmpty();
        assertThat(completed("group", "rm", "--cluster", "h:1", "")).containsExactly("remote");
    }

    /** Names that a program at the port of a node may answer. */
    @Test
    void namesThatComeFromANodeAreNotExpanded() throws Exception {
        Path mark = directory.resolve("mark");
        Path hostile = Files.createDirectories(directory.resolve("hostile")).resolve("sss");
        Files.writeString(
                hostile,
                "#!/bin/sh\ncat <<'END'\nx$(touch ${IFS}" + mark + ")\nx`touch " + mark + "`\nx; touch " + mark
                        + "\nx*\nx${HOME}\nEND\n");
        assertThat(hostile.toFile().setExecutable(true)).isTrue();
        List<String> found = completedBy(hostile, "group", "get", "x");
        assertThat(found).hasSize(5).contains("x\\*", "x\\$\\{HOME\\}");
        Process shell = new ProcessBuilder("bash", "-c", "printf '%s' " + String.join(" ", found))
                .redirectErrorStream(true)
                .start();
        assertThat(new String(shell.getInputStream().readAllBytes(), UTF_8))
                .as("inserted into a command line")
                .contains("x$(touch ", "x*", "x${HOME}");
        assertThat(mark).doesNotExist();
    }

    @Test
    void zshScriptHasTheSameCandidates() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        assertThat(Main.run(new String[] {"completion", "zsh"}, out, System.err, false))
                .isZero();
        assertThat(out.toString(UTF_8))
                .contains("compdef _sss sss")
                .contains("'group scan') printf")
                .doesNotContainPattern("@[A-Z_]+@")
                .contains("compadd -a found")
                .doesNotContain("eval", "compgen");
    }

    private static List<String> completed(String... words) throws IOException, InterruptedException {
        return completedBy(directory.resolve("sss"), words);
    }

    private static List<String> completedBy(Path program, String... words) throws IOException, InterruptedException {
        String line = "'" + program + "' '" + String.join("' '", words) + "'";
        Process bash = new ProcessBuilder(
                        "bash",
                        "-c",
                        "source '" + directory.resolve("script") + "'; COMP_WORDS=(" + line + "); COMP_CWORD="
                                + words.length + "; _sss; printf '%s\\n' \"${COMPREPLY[@]}\"")
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        String found = new String(bash.getInputStream().readAllBytes(), UTF_8);
        bash.waitFor();
        return found.lines().filter(candidate -> !candidate.isEmpty()).toList();
    }
}
