package org.sss.benchmarks;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackagesTest {
    private static final int MAX_COMPONENTS = 8;
    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.sss.benchmarks");

    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.sss.benchmarks.(*)..").should().beFreeOfCycles().check(CLASSES);
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
