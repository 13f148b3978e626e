package org.sss.benchmarks;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** The packages of the benchmarks; those of the other modules are checked in sss-cli. */
class PackagesTest {
    private static final int MAX_FILES = 45;
    private static final int MAX_COMPONENTS = 8;
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.sss.benchmarks");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.sss.benchmarks.(*)..").should().beFreeOfCycles().check(CLASSES);
    }

    @Test
    void packagesAreSmallAndDescribed() {
        Map<String, Integer> files = new TreeMap<>();
        for (JavaClass c : CLASSES) {
            if (c.isTopLevelClass()) {
                files.merge(c.getPackageName(), 1, Integer::sum);
            }
        }
        assertThat(files).hasSizeGreaterThan(5).allSatisfy((name, count) -> {
            assertThat(count).as("files of %s: split the package", name).isLessThanOrEqualTo(MAX_FILES);
            assertThat(Path.of("src/main/java", name.replace('.', '/'), "package-info.java"))
                    .exists();
        });
    }

    @Test
    void recordsHaveFewComponents() {
        assertThat(CLASSES.stream()
                        .filter(JavaClass::isRecord)
                        .flatMap(type -> type.getConstructors().stream())
                        .filter(constructor ->
                                constructor.getRawParameterTypes().size() > MAX_COMPONENTS))
                .isEmpty();
    }
}
