package org.sss.server;

import static com.tngtech.archunit.base.DescribedPredicate.describe;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTag;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import java.util.Set;
import org.sss.api.ByteSink;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.Grouping;
import org.sss.api.NumberSyntax;
import org.sss.api.SssException;

/** The module map of the design, as rules. */
@AnalyzeClasses(
        packages = "org.sss",
        importOptions = {ImportOption.DoNotIncludeTests.class, ArchitectureTest.NoTestJars.class})
class ArchitectureTest {
    /** Tests of sss-net that other modules use. */
    static final class NoTestJars implements ImportOption {
        @Override
        public boolean includes(Location location) {
            return !location.contains("-tests.jar");
        }
    }

    private static final Set<String> API_FOR_NET = Set.of(
            SssException.class.getName(),
            ErrorCode.class.getName(),
            ErrorCode.Kind.class.getName(),
            ByteSink.class.getName(),
            Compression.class.getName(),
            Grouping.class.getName(),
            NumberSyntax.class.getName());

    @ArchTest
    @ArchTag("heavy")
    static final ArchRule NO_CYCLES = slices().matching("org.sss.(**)").should().beFreeOfCycles();

    @ArchTest
    static final ArchRule NET_KNOWS_NO_USER_TYPES = noClasses()
            .that()
            .resideInAPackage("org.sss.net..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.sss.api..")
                    .and(describe(
                            "are more than errors and bytes",
                            (JavaClass c) -> !API_FOR_NET.contains(c.getName())
                                    && !c.getName().startsWith(ErrorCode.class.getName()))));

    @ArchTest
    static final ArchRule NET_DEPENDS_ON_NOTHING_ABOVE = noClasses()
            .that()
            .resideInAPackage("org.sss.net..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.sss.dataserver..", "org.sss.server..", "org.sss.kvs..");

    @ArchTest
    static final ArchRule ONLY_THE_DATA_SERVER_KNOWS_TOKYO_CABINET = noClasses()
            .that()
            .resideOutsideOfPackages("org.sss.dataserver..", "org.sss.kvs..")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("org.sss.kvs..");

    /** Much of them is public only for the other packages of the data server. */
    @ArchTest
    static final ArchRule THE_DATA_SERVER_KEEPS_ITS_ROOMS_TO_ITSELF = noClasses()
            .that()
            .resideOutsideOfPackage("org.sss.dataserver..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.sss.dataserver.layout",
                    "org.sss.dataserver.tuples",
                    "org.sss.dataserver.scan",
                    "org.sss.dataserver.segment",
                    "org.sss.dataserver.merge",
                    "org.sss.dataserver.run",
                    "org.sss.dataserver.index");

    /** The same of tasks. */
    @ArchTest
    static final ArchRule TASKS_KEEP_THEIR_ROOMS_TO_THEMSELVES = noClasses()
            .that()
            .resideOutsideOfPackages("org.sss.server.task..", "org.sss.server.shuffle..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.sss.server.task.input", "org.sss.server.task.output");

    /** Nodes start the service and give it what it needs. */
    @ArchTest
    static final ArchRule SHUFFLES_KEEP_THEIR_ROOM_TO_THEMSELVES = noClasses()
            .that()
            .resideOutsideOfPackages("org.sss.server.task..", "org.sss.server.shuffle..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "org.sss.server.shuffle",
                            "org.sss.server.shuffle.method",
                            "org.sss.server.shuffle.staged",
                            "org.sss.server.shuffle.pull",
                            "org.sss.server.shuffle.relocation",
                            "org.sss.server.shuffle.meta")
                    .and(describe(
                            "are not for nodes",
                            (JavaClass c) -> !Set.of(
                                            "ShuffleService",
                                            "ShuffleMethods",
                                            "ShuffleOutputs",
                                            "ShuffleContext",
                                            "ShuffleMemory")
                                    .contains(c.getSimpleName()))));

    @ArchTest
    static final ArchRule KVS_KNOWS_NOTHING_OF_SSS = noClasses()
            .that()
            .resideInAPackage("org.sss.kvs..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.sss..")
                    .and(describe(
                            "are not of org.sss.kvs",
                            (JavaClass c) -> !c.getPackageName().startsWith("org.sss.kvs"))));

    @ArchTest
    static final ArchRule THE_API_DEPENDS_ON_NOTHING = noClasses()
            .that()
            .resideInAPackage("org.sss.api..")
            .should()
            .dependOnClassesThat(resideInAPackage("org.sss..")
                    .and(describe(
                            "are not of org.sss.api",
                            (JavaClass c) -> !c.getPackageName().startsWith("org.sss.api"))));

    @ArchTest
    static final ArchRule THE_COORDINATOR_SEES_NO_DATA = noClasses()
            .that()
            .resideInAPackage("org.sss.server.coordinator..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage(
                    "org.sss.server.node..",
                    "org.sss.server.task..",
                    "org.sss.server.code..",
                    "org.sss.server.shuffle",
                    "org.sss.server.shuffle.method",
                    "org.sss.server.shuffle.staged",
                    "org.sss.server.shuffle.pull",
                    "org.sss.server.shuffle.relocation",
                    "org.sss.server.shuffle.meta",
                    "org.sss.server.shuffle.files",
                    "org.sss.dataserver..",
                    "org.sss.net.block..");

    /** They share plans of shuffles and timing only. */
    @ArchTest
    static final ArchRule TASKS_DO_NOT_KNOW_THE_COORDINATOR = noClasses()
            .that()
            .resideInAnyPackage("org.sss.server.task..", "org.sss.server.shuffle..", "org.sss.server.code..")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("org.sss.server.coordinator..", "org.sss.server.node..");
}
