package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links of the documents, and pages that messages and comments of the sources name, exist with their anchors. */
class LinksTest {
    private static final int MAX_MODULE_DEPTH = 2;
    private static final Path TOP = Path.of("").toAbsolutePath().getParent();
    private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```$|`[^`\\n]*`");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");
    private static final Pattern INCLUDE = Pattern.compile("<include>([^<]+)</include>");
    private static final Pattern HEADING = Pattern.compile("(?m)^#{1,6} (.+)$");
    /** Such as "see 'Orphaned groups' in docs/operations.md". */
    private static final Pattern NAMED = Pattern.compile("(?:'([A-Z][^'\"]*)' in )?\\b(docs/[\\w./-]*\\.md)");

    @Test
    void linksPointToExistingFilesAndAnchors() throws IOException {
        List<String> broken = new ArrayList<>();
        List<Path> pages = new ArrayList<>(files(TOP.resolve("docs"), "md"));
        Stream.of("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "benchmarks/README.md")
                .map(TOP::resolve)
                .forEach(pages::add);
        for (Path page : pages) {
            Matcher link = LINK.matcher(CODE.matcher(Files.readString(page)).replaceAll(""));
            for (String target : link.results()
                    .map(found -> found.group(1))
                    .filter(t -> !t.contains("://"))
                    .toList()) {
                String[] parts = target.split("#", 2);
                Path file = parts[0].isEmpty()
                        ? page
                        : page.resolveSibling(parts[0]).normalize();
                if (!Files.exists(file) || parts.length > 1 && !anchors(file).contains(parts[1])) {
                    broken.add(TOP.relativize(page) + " links to " + target);
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    @Test
    void pagesOfTheReleaseArchiveLinkToWhatItContains() throws IOException {
        Path readme = TOP.resolve("README.md");
        Path assembly = TOP.resolve("sss-client/cli/src/assembly");
        List<Path> archived = new ArrayList<>(archived(Files.readString(assembly.resolve("release.xml"))));
        archived.add(readme);
        List<String> broken = new ArrayList<>();
        for (Path page : archived.stream()
                .filter(file -> file.toString().endsWith(".md"))
                .toList()) {
            // The archive has a README of its own.
            String text = Files.readString(page.equals(readme) ? assembly.resolve("README.md") : page);
            Matcher link = LINK.matcher(CODE.matcher(text).replaceAll(""));
            for (String target : link.results()
                    .map(found -> found.group(1))
                    .filter(t -> !t.contains("://"))
                    .toList()) {
                String file = target.split("#", 2)[0];
                Path linked = file.isEmpty() ? page : page.resolveSibling(file).normalize();
                if (archived.stream().noneMatch(each -> each.startsWith(linked))) {
                    broken.add(TOP.relativize(page) + " links to " + target);
                }
            }
        }
        assertThat(archived).hasSizeGreaterThan(100);
        assertThat(broken).as("not in release.xml").isEmpty();
    }

    /** Returns the files that the patterns of the assembly select, besides those that it renames. */
    private static List<Path> archived(String assembly) throws IOException {
        List<PathMatcher> patterns = INCLUDE.matcher(assembly)
                .results()
                .map(found -> FileSystems.getDefault().getPathMatcher("glob:" + found.group(1)))
                .toList();
        try (Stream<Path> all = Files.walk(TOP)) {
            return all.filter(Files::isRegularFile)
                    .filter(file -> patterns.stream().anyMatch(pattern -> pattern.matches(TOP.relativize(file))))
                    .toList();
        }
    }

    @Test
    void sourcesNamePagesAndSectionsThatExist() throws IOException {
        List<String> broken = new ArrayList<>();
        for (Path source : sources()) {
            String text = Files.readString(source).replaceAll("\"\\s*\\+\\s*\"", "");
            for (MatchResult named : NAMED.matcher(text).results().toList()) {
                Path page = TOP.resolve(named.group(2));
                if (!Files.exists(page)
                        || named.group(1) != null && !anchors(page).contains(anchor(named.group(1)))) {
                    broken.add(TOP.relativize(source) + " names " + named.group());
                }
            }
        }
        assertThat(broken).isEmpty();
    }

    private static List<Path> sources() throws IOException {
        List<Path> all = new ArrayList<>();
        try (Stream<Path> directories = Files.walk(TOP, MAX_MODULE_DEPTH)) {
            for (Path main : directories
                    .map(module -> module.resolve("src/main"))
                    .filter(Files::isDirectory)
                    .toList()) {
                all.addAll(files(main, "java"));
            }
        }
        return all;
    }

    private static List<Path> files(Path directory, String extension) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(file -> file.toString().endsWith("." + extension))
                    .sorted()
                    .toList();
        }
    }

    private static Set<String> anchors(Path page) throws IOException {
        Set<String> anchors = new HashSet<>();
        String text = Files.readString(page).replaceAll("(?ms)^ *```.*?^ *```$", "");
        HEADING.matcher(text).results().forEach(heading -> anchors.add(anchor(heading.group(1))));
        return anchors;
    }

    /** Returns the anchor that GitHub makes of a heading. */
    private static String anchor(String heading) {
        return heading.strip()
                .toLowerCase(Locale.ROOT)
                .replaceAll("[^\\p{L}\\p{N}_ -]", "")
                .replace(' ', '-');
    }
}
