package org.sss.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.sss.cli.terminal.CommandTable.Entry;

class CommandsInGuideTest {
    private static final Path DOCS = Path.of("../../docs").toAbsolutePath().normalize();

    @Test
    void theGuideOrThePagesForOperatorsNameEachCommand() throws IOException {
        String pages;
        try (Stream<Path> guide = Files.list(DOCS.resolve("guide"))) {
            List<Path> all = Stream.concat(
                            guide,
                            Stream.of("quick-start.md", "operations.md", "security.md")
                                    .map(DOCS::resolve))
                    .toList();
            pages = all.stream().map(CommandsInGuideTest::read).collect(Collectors.joining());
        }
        List<String> missing = SssCommands.ENTRIES.stream()
                .map(Entry::name)
                .filter(name -> !Pattern.compile("\\bsss " + name + "(?![\\w-])")
                        .matcher(pages)
                        .find())
                .toList();
        assertThat(missing)
                .as("commands to describe in docs/guide, quick-start.md, operations.md or security.md")
                .isEmpty();
    }

    private static String read(Path page) {
        try {
            return Files.readString(page);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
