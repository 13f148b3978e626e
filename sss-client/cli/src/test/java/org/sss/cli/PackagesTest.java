package org.sss.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The packages of all modules but the benchmarks. */
class PackagesTest {
    private static final int MAX_FILES = 45;
    private static final int MAX_COMPONENTS = 8;
    /** Such as sss-client/cli. */
    private static final int MAX_MODULE_DEPTH = 2;
    /** What users import with one line; half of its classes are the implementations, visible in this package alone. */
    private static final Map<String, Integer> LARGER = Map.of("org.sss.api", 90);

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages("org.sss");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.sss.(**)").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesAreSmallAndDescribed() {
        Map<String, Integer> files = new TreeMap<>();
        for (JavaClass c : CLASSES) {
            if (c.isTopLevelClass()) {
                files.merge(c.getPackageName(), 1, Integer::sum);
            }
        }
        assertThat(files).allSatisfy((name, count) -> {
            assertThat(count)
                    .as("files of %s: split the package", name)
                    .isLessThanOrEqualTo(LARGER.getOrDefault(name, MAX_FILES));
            assertThat(isDescribed(name))
                    .as("%s has a package-info.java, with a picture of its flow", name)
                    .isTrue();
        });
    }

    /** By the last part of their names; benchmarks have a page of their own. */
    @Test
    void thePageOfTheArchitectureNamesEachPackage() throws IOException {
        String page = Files.readString(Path.of("../../docs/architecture.md"));
        String picture = page.substring(page.indexOf("### Packages"), page.indexOf("### To change X"));
        Set<String> drawn = Pattern.compile("\\w+")
                .matcher(picture)
                .results()
                .map(MatchResult::group)
                .collect(Collectors.toSet());
        Set<String> missing = CLASSES.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> !drawn.contains(name.substring(name.lastIndexOf('.') + 1)))
                .collect(Collectors.toCollection(TreeSet::new));
        assertThat(missing)
                .as("packages to add to the picture in docs/architecture.md")
                .isEmpty();
    }

    /** By the sources: without annotations the compiler writes no class for a package-info. */
    private static boolean isDescribed(String name) {
        Path top = Path.of("../..").toAbsolutePath().normalize();
        String file = "src/main/java/" + name.replace('.', '/') + "/package-info.java";
        try (Stream<Path> modules = Files.walk(top, MAX_MODULE_DEPTH)) {
            return Files.exists(Path.of(file)) || modules.anyMatch(module -> Files.exists(module.resolve(file)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Group components that belong together into a record of their own; in a message it is {@code @Unwrapped}. */
    @Test
    void recordsHaveFewComponents() {
        assertThat(CLASSES.stream()
                        .filter(JavaClass::isRecord)
                        .flatMap(type -> type.getConstructors().stream())
                        .filter(constructor ->
                                constructor.getRawParameterTypes().size() > MAX_COMPONENTS))
                .isEmpty();
    }

    @Test
    void onlyCommandsUseTheLibrariesOfTheCommandLine() {
        noClasses()
                .that()
                .resideOutsideOfPackage("org.sss.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("org.apache.commons.cli", "me.tongfei..")
                .check(CLASSES);
        noClasses()
                .that()
                .resideOutsideOfPackages("org.sss.cli..", "org.sss.client.logging")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("ch.qos.logback..")
                .check(CLASSES);
    }
}
