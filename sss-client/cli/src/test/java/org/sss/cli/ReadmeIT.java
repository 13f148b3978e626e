package org.sss.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.workflow.JobJars;
import org.sss.net.rpc.Json;

/** Compiles, packs and runs the program of the README by the README's commands, on node processes. */
class ReadmeIT {
    private static final Path ROOT = Path.of("").toAbsolutePath().getParent().getParent();
    private static final int MAX_LINES_OF_USER_CODE = 15;

    @TempDir
    Path directory;

    private final ByteArrayOutputStream out = new ByteArrayOutputStream();
    private final ByteArrayOutputStream err = new ByteArrayOutputStream();
    private String address = "";

    @AfterEach
    void stop() {
        sss("cluster", "stop", "--dir", directory.resolve("cluster").toString());
    }

    @Test
    void programOfTheReadmeIsShort() throws IOException {
        List<String> lines = program().lines().toList();
        assertThat(lines.subList(
                        lines.indexOf("public final class WordCount implements SssJob {") + 1, lines.size() - 1))
                .hasSizeBetween(1, MAX_LINES_OF_USER_CODE);
    }

    @Test
    void commandsOfTheReadmeRunItsProgramOnACluster() throws IOException {
        Path text = Files.writeString(directory.resolve("text"), "  the cat\n\nand \t the\u000Bdog \n");
        Path jar = JobJars.of(directory, "WordCount", program(), null);

        for (String command : commands()) {
            run(command.replace("~/sss-demo", directory.resolve("cluster").toString())
                    .replace("README.md docs/*.md", text.toString())
                    .replace("wordcount.jar", jar.toString())
                    .replace("counts.tsv", directory.resolve("counts.tsv").toString()));
            if (command.contains("group get")) {
                assertThat(out.toString(UTF_8)).isEqualTo("2\n");
            }
        }

        assertThat(Files.readString(directory.resolve("counts.tsv"))).isEqualTo("and\t1\ncat\t1\ndog\t1\nthe\t2\n");
    }

    /**
     * Like a reader, except that the cluster takes free ports, which are given to the other commands as SSS_CLUSTER
     * would.
     */
    private void run(String command) throws IOException {
        boolean start = command.startsWith("cluster start");
        boolean cluster = command.startsWith("cluster");
        String[] words = (command + (start ? " --port 0 --json" : cluster ? "" : " --cluster " + address)).split(" ");
        assertThat(sss(words)).as("sss %s: %s", command, err).isZero();
        if (start) {
            address = Json.mapper().readTree(out.toByteArray()).get("cluster").asText();
        }
    }

    private static String program() throws IOException {
        return block("```java\n");
    }

    /** The block that starts with the start of a cluster, without {@code ./sss} and comments. */
    private static List<String> commands() throws IOException {
        String block = block("```\n(?=\\./sss cluster start)");
        assertThat(block.lines())
                .as("commands of the README")
                .hasSizeGreaterThan(5)
                .allMatch(line -> line.startsWith("./sss "));
        return block.lines()
                .map(line -> line.replaceFirst("\\./sss ", "").replaceFirst(" +#.*", ""))
                .toList();
    }

    private static String block(String start) throws IOException {
        Matcher block =
                Pattern.compile("(?s)" + start + "(.*?)```").matcher(Files.readString(ROOT.resolve("README.md")));
        assertThat(block.find())
                .as("a block that starts with %s in README.md", start)
                .isTrue();
        return block.group(1);
    }

    @Test
    void filesNamedInTheReadmeExist() throws IOException {
        Matcher links = Pattern.compile("\\]\\(([^):#]+)\\)").matcher(Files.readString(ROOT.resolve("README.md")));
        List<String> targets = links.results().map(link -> link.group(1)).toList();
        assertThat(targets)
                .isNotEmpty()
                .allSatisfy(target -> assertThat(ROOT.resolve(target)).exists());
    }

    private int sss(String... args) {
        out.reset();
        err.reset();
        return Main.run(args, out, new PrintStream(err, true, UTF_8), false);
    }
}
