package org.sss.benchmarks;

import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackagesTest {
    @Test
    void packagesHaveNoCycles() {
        slices().matching("org.sss.benchmarks.(*)..").should().beFreeOfCycles().check(new ClassFileImporter()
                .withImportOption(new ImportOption.DoNotIncludeTests()).importPackages("org.sss.benchmarks"));
    }
}
