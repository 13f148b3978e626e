package org.sss.http.web;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The files of the page, as the jar has them: what they load is there, and no key can make them run anything. */
class PageSourcesTest {
    private static final Path PAGE = page();
    private static final Pattern IMPORT = Pattern.compile("^import .* from '([^']+)';", Pattern.MULTILINE);
    private static final Pattern LOADED = Pattern.compile("(?:href|src)=\"([^\"#$]+)\"|script\\('([^']+)'\\)");
    private static final Pattern CODE_IN_TEXT = Pattern.compile(
            "(?i)innerHTML|outerHTML|insertAdjacentHTML|unsafeHTML|unsafeSVG|document\\.write|\\beval\\(|new Function"
                    + "|srcdoc|javascript:|\\son[a-z]+=|\\sstyle=");
    private static final Pattern OTHER_HOST = Pattern.compile("https?://(?!www\\.w3\\.org/2000/svg)|\\bwss?://");
    private static final int MAX_COLUMNS = 120;

    private static Path page() {
        try {
            return Path.of(PageSourcesTest.class.getResource("/web/index.html").toURI())
                    .getParent();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Without the libraries. */
    private static List<Path> sources() throws IOException {
        try (Stream<Path> files = Files.walk(PAGE)) {
            return files.filter(Files::isRegularFile)
                    .filter(file -> !file.startsWith(PAGE.resolve("lib")))
                    .toList();
        }
    }

    private static List<String> found(Pattern pattern, Path file) {
        try {
            return pattern.matcher(Files.readString(file))
                    .results()
                    .map(MatchResult::group)
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Test
    void whatModulesImportIsThere() throws IOException {
        for (Path file : sources()) {
            IMPORT.matcher(Files.readString(file))
                    .results()
                    .forEach(found -> assertThat(
                                    file.resolveSibling(found.group(1)).normalize())
                            .as("imported by %s", PAGE.relativize(file))
                            .isRegularFile());
        }
    }

    @Test
    void whatIsLoadedIsThere() throws IOException {
        for (Path file : sources()) {
            LOADED.matcher(Files.readString(file))
                    .results()
                    .map(found -> found.group(1) == null ? found.group(2) : found.group(1))
                    .filter(path -> !path.startsWith("api/"))
                    .forEach(path -> assertThat(PAGE.resolve(path))
                            .as("loaded by %s", PAGE.relativize(file))
                            .isRegularFile());
        }
    }

    @Test
    void textNeverBecomesCode() throws IOException {
        assertThat(sources())
                .allSatisfy(file -> assertThat(found(CODE_IN_TEXT, file))
                        .as(
                                "in %s: texts are nodes that lit-html makes, and styles are classes or css() of ui.js",
                                file)
                        .isEmpty());
    }

    @Test
    void nothingIsLoadedFromAnotherHost() throws IOException {
        assertThat(sources())
                .allSatisfy(file ->
                        assertThat(found(OTHER_HOST, file)).as("in %s", file).isEmpty());
    }

    @Test
    void linesAreShort() throws IOException {
        assertThat(sources())
                .filteredOn(file -> !file.toString().endsWith(".svg"))
                .allSatisfy(file -> assertThat(Files.readAllLines(file))
                        .as("in %s", file)
                        .allSatisfy(line -> assertThat(line.length()).isLessThanOrEqualTo(MAX_COLUMNS)));
    }
}
