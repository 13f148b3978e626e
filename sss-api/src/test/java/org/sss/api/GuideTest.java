package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What the documents name is in the sources, and what the sources offer is in the documents. */
class GuideTest {
    private static final Path TOP = Path.of("").toAbsolutePath().getParent();
    /** Not read for names: results, and what is no text. */
    private static final Set<String> SKIPPED_DIRECTORIES = Set.of("target", ".git", "docs", "fuzz", "bench-results");

    private static final String PICTURE = "package-info.java";
    private static final int MAX_BYTES = 1 << 20;
    private static final Pattern FENCED = Pattern.compile("(?ms)^ *```.*?^ *```$");
    private static final Pattern INLINE = Pattern.compile("`([^`]*)`");
    /** CamelCase or A_CONSTANT. */
    private static final Pattern NAME =
            Pattern.compile("(?<![\\w.])(?:[A-Z][a-z0-9]+(?:[A-Z][a-z0-9]*)+|[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)(?!\\w)");
    /** Such as "verb data.pull". */
    private static final Pattern VERB = Pattern.compile("\\bverb (\\w+\\.\\w+)");

    private static final Pattern WORD = Pattern.compile("[A-Z]\\w+");
    /** Names of other programs, and of what was rejected. */
    private static final Set<String> ALLOWED = Set.of(
            "ExitOnOutOfMemoryError",
            "InlineSmallCode",
            "JAVA_TOOL_OPTIONS",
            "LD_LIBRARY_PATH",
            "M_MMAP_THRESHOLD",
            "MaxNewSize",
            "MemoryMax",
            "MemorySwapMax",
            "MultipleOutputs",
            "NewSize",
            "RWF_NOWAIT",
            "SSS_EARLY_REDUCE",
            "SomeRecord",
            "StressCCP",
            "StressGCM",
            "StressIGVN",
            "StressLCM",
            "TCP_CORK",
            "TextInputFormat",
            "TextOutputFormat",
            "ThreadContentionMonitoringEnabled");

    @Test
    void namesInDocumentsExistInASource() throws IOException {
        Set<String> known = namesOfSources();
        List<String> unknown = new ArrayList<>();
        for (Path page : documents()) {
            String text = FENCED.matcher(Files.readString(page)).replaceAll("");
            for (Matcher code = INLINE.matcher(text); code.find(); ) {
                NAME.matcher(code.group(1))
                        .results()
                        .map(MatchResult::group)
                        .filter(name -> !known.contains(name) && !ALLOWED.contains(name))
                        .forEach(name -> unknown.add(TOP.relativize(page) + " names " + name));
            }
        }
        assertThat(unknown).isEmpty();
    }

    /** A picture may have an outdated name that no other file has. */
    @Test
    void picturesOfPackagesNameClassesAndVerbsThatExist() throws IOException {
        Set<String> known = namesOfSources();
        String protocol = Files.readString(TOP.resolve("docs/protocol.md"));
        List<String> unknown = new ArrayList<>();
        for (Path picture : pictures()) {
            String text = Files.readString(picture);
            NAME.matcher(text)
                    .results()
                    .map(MatchResult::group)
                    .filter(name -> !known.contains(name))
                    .forEach(name -> unknown.add(TOP.relativize(picture) + " names " + name));
            VERB.matcher(text)
                    .results()
                    .map(verb -> verb.group(1))
                    .filter(verb -> !protocol.contains('`' + verb + '`'))
                    .forEach(verb -> unknown.add(TOP.relativize(picture) + " names the verb " + verb));
        }
        assertThat(unknown).isEmpty();
    }

    private static List<Path> pictures() throws IOException {
        List<Path> pictures = new ArrayList<>();
        walk(file -> {
            if (file.endsWith(PICTURE)) {
                pictures.add(file);
            }
        });
        assertThat(pictures).hasSizeGreaterThan(80);
        return pictures;
    }

    private static List<Path> documents() throws IOException {
        List<Path> pages = new ArrayList<>();
        Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "SECURITY.md", "benchmarks/README.md")
                .map(TOP::resolve)
                .forEach(pages::add);
        try (Stream<Path> docs = Files.walk(TOP.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md") && !file.startsWith(TOP.resolve("docs/benchmarks")))
                    .forEach(pages::add);
        }
        return pages;
    }

    /** Without the pictures of packages. */
    private static Set<String> namesOfSources() throws IOException {
        Set<String> names = new HashSet<>();
        walk(file -> {
            if (Files.size(file) < MAX_BYTES && !file.toString().endsWith(".md") && !file.endsWith(PICTURE)) {
                String text = Files.readString(file, StandardCharsets.ISO_8859_1);
                WORD.matcher(text).results().map(MatchResult::group).forEach(names::add);
            }
        });
        return names;
    }

    private interface FileReader {
        void read(Path file) throws IOException;
    }

    private static void walk(FileReader reader) throws IOException {
        Files.walkFileTree(TOP, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path directory, BasicFileAttributes attributes) {
                return SKIPPED_DIRECTORIES.contains(directory.getFileName().toString())
                        ? FileVisitResult.SKIP_SUBTREE
                        : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                if (attributes.isRegularFile()) {
                    reader.read(file);
                }
                return FileVisitResult.CONTINUE;
            }
        });
    }

    @Test
    void theGuideHasARowForEachShuffleMethod() throws IOException {
        String page = Files.readString(TOP.resolve("docs/guide/shuffle.md"));
        Set<String> missing = new TreeSet<>();
        for (Shuffle method : Shuffle.values()) {
            if (!page.contains("\n| `" + method.methodName() + "` |")) {
                missing.add(method.methodName());
            }
        }
        assertThat(missing).as("methods without a row in docs/guide/shuffle.md").isEmpty();
    }
}
