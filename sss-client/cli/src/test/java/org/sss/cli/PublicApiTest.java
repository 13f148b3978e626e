package org.sss.cli;

import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.codeUnits;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchCondition;
import com.tngtech.archunit.lang.ConditionEvents;
import com.tngtech.archunit.lang.SimpleConditionEvent;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** What programs of users can name in sss-api and sss-client. */
class PublicApiTest {
    private static final Path LIST = Path.of("../public-api.txt");
    private static final Path FOUND = Path.of("target/public-api.txt");
    private static final Set<String> PACKAGES = Set.of("org.sss.api", "org.sss.client");
    private static final String OWN = "org\\.sss\\.(?:api|client)\\.|java\\.lang\\.|java\\.util\\.(?:function\\.)?";

    private static final JavaClasses CLASSES = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("-tests.jar"))
            .importPackages(PACKAGES);

    @Test
    void noTypeOfTheWireIsVisible() {
        codeUnits()
                .that()
                .arePublic()
                .or()
                .areProtected()
                .should(new ArchCondition<>("name no type of org.sss.net") {
                    @Override
                    public void check(JavaCodeUnit unit, ConditionEvents events) {
                        if (isVisible(unit.getOwner())) {
                            types(unit)
                                    .filter(type -> type.getPackageName().startsWith("org.sss.net"))
                                    .forEach(type -> events.add(SimpleConditionEvent.violated(
                                            unit, unit.getFullName() + " has " + type.getName())));
                        }
                    }
                })
                .check(CLASSES);
    }

    private static Stream<JavaClass> types(JavaCodeUnit unit) {
        return Stream.concat(Stream.of(unit.getReturnType()), unit.getParameterTypes().stream())
                .flatMap(type -> type.getAllInvolvedRawTypes().stream());
    }

    private static boolean isVisible(JavaClass c) {
        return PACKAGES.contains(c.getPackageName())
                && c.getModifiers().contains(JavaModifier.PUBLIC)
                && c.getEnclosingClass().map(PublicApiTest::isVisible).orElse(true);
    }

    @Test
    void thePagesOfPackagesListTheirTypes() throws IOException {
        for (String name : PACKAGES) {
            String module = name.replace("org.sss.", "sss-");
            String page = Files.readString(
                    Path.of("../..", module, "src/main/java", name.replace('.', '/'), "package-info.java"));
            assertThat(CLASSES.stream().filter(c -> c.isTopLevelClass() && isVisible(c)))
                    .allSatisfy(c -> assertThat(c.getPackageName().equals(name) ? page : c.getName() + "}")
                            .contains(c.getName() + "}"));
        }
    }

    @Test
    void aChangeOfThePublicApiIsADecision() throws IOException {
        String found = CLASSES.stream()
                .filter(PublicApiTest::isVisible)
                .sorted((a, b) -> a.getName().compareTo(b.getName()))
                .map(c -> describe(c.reflect()))
                .collect(joining("\n"));
        Files.writeString(FOUND, found);
        assertThat(FOUND)
                .as("the public API of sss-api and sss-client. If users shall see this change: write it into"
                        + " CHANGELOG.md, and cp sss-client/cli/target/public-api.txt sss-client/public-api.txt")
                .hasSameTextualContentAs(LIST);
    }

    /** Returns the declaration of the type, then a line for each member, in alphabetical order. */
    private static String describe(Class<?> c) {
        Set<String> members = new TreeSet<>();
        Stream.of(c.getDeclaredFields())
                .filter(PublicApiTest::isShown)
                .map(Field::toGenericString)
                .forEach(members::add);
        if (!c.isEnum()) {
            Stream.of(c.getDeclaredConstructors())
                    .filter(PublicApiTest::isShown)
                    .map(Constructor::toGenericString)
                    .forEach(members::add);
        }
        Stream.of(c.getDeclaredMethods())
                .filter(PublicApiTest::isShown)
                .filter(method -> !isOfEveryObject(method))
                .map(PublicApiTest::describe)
                .forEach(members::add);
        return c.getName() + ": " + shortened(c.toGenericString(), c) + "\n"
                + members.stream()
                        .map(member -> "  " + shortened(member, c) + "\n")
                        .collect(joining());
    }

    private static String describe(Method method) {
        return method.isDefault()
                ? method.toGenericString()
                : method.toGenericString().replace(" abstract ", " ");
    }

    private static String shortened(String text, Class<?> c) {
        return text.replaceAll("\\b" + c.getName().replace("$", "\\$") + "\\.(?=\\w+(\\(|$))", "")
                .replaceAll(" throws .*", "")
                .replaceAll("\\b(?:" + OWN + ")(?=[A-Z])", "")
                .replace('$', '.')
                .replaceAll("\\bpublic ", "");
    }

    private static boolean isShown(Member member) {
        return !member.isSynthetic()
                && (Modifier.isPublic(member.getModifiers())
                        || Modifier.isProtected(member.getModifiers())
                                && !Modifier.isFinal(member.getDeclaringClass().getModifiers()));
    }

    private static boolean isOfEveryObject(Executable method) {
        String name = method.getName();
        return Set.of("equals", "hashCode", "toString").contains(name)
                || method.getDeclaringClass().isEnum()
                        && Set.of("values", "valueOf").contains(name);
    }
}
