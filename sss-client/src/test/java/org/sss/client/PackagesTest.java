package org.sss.client;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import org.junit.jupiter.api.Test;

class PackagesTest {
    private final JavaClasses classes = new ClassFileImporter().withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("org.sss.client");

    @Test
    void noTwoPackagesDependOnEachOther() {
        slices().matching("org.sss.(**)").should().beFreeOfCycles().check(classes);
    }

    @Test
    void theClientDoesNotNeedItsCommands() {
        noClasses().that().resideInAPackage("org.sss.client").should().dependOnClassesThat()
                .resideInAnyPackage("org.sss.client.cli..", "org.sss.client.examples").check(classes);
    }

    @Test
    void onlyCommandsUseTheLibrariesOfTheCommandLine() {
        noClasses().that().resideOutsideOfPackage("org.sss.client.cli..").should().dependOnClassesThat()
                .resideInAnyPackage("org.apache.commons.cli", "me.tongfei..").check(classes);
        noClasses().that().resideOutsideOfPackages("org.sss.client.cli..", "org.sss.client.logging").should().dependOnClassesThat()
                .resideInAnyPackage("ch.qos.logback..").check(classes);
    }
}
