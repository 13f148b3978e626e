package org.sss.client.code;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.example.Shop;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.List;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.api.Workflow;

/** Programs whose classes are elsewhere than in jars and directories of the class path. */
class CodeOriginsTest {
    private static final Predicate<String> OF_SHOP = name -> name.startsWith(Shop.class.getName());
    private static final String[] FILES = {
        "com/example/Shop$Prices.class",
        "com/example/Shop$Receipt.class",
        "com/example/Shop$Step.class",
        "com/example/Shop.class"
    };

    @TempDir
    Path directory;

    private static Workflow shop(ClassLoader loader) throws ReflectiveOperationException {
        return (Workflow) ((Supplier<?>)
                        loader.loadClass(Shop.class.getName()).getConstructor().newInstance())
                .get();
    }

    @Test
    void sendsAProgramThatJavaCompilesInMemory() throws Exception {
        Path source = Files.writeString(directory.resolve("Shop.java"), "public class Shop { }");
        assertThat(SentFiles.of(shop(new FakeLoader(OF_SHOP, source.toUri().toURL(), true))))
                .containsExactly(List.of(FILES));
    }

    @Test
    void sendsClassesOfAnUnknownOrigin() throws Exception {
        assertThat(SentFiles.of(shop(new FakeLoader(OF_SHOP, null, true)))).containsExactly(List.of(FILES));
    }

    @Test
    void refusesClassesThatTheirLoaderDoesNotGive() throws Exception {
        Workflow script = shop(new FakeLoader(OF_SHOP, new URL("file:/groovy/script"), false));
        assertThatThrownBy(() -> SentFiles.of(script))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.USER_CODE))
                .hasMessageContainingAll(
                        "class com.example.Shop",
                        "file:/groovy/script",
                        FakeLoader.class.getName(),
                        "Workflow.addJar(path)");
    }

    @Test
    void acceptsClassesThatAnAddedJarHas() throws Exception {
        Path added = jar("added.jar", "", true);
        Workflow script = shop(new FakeLoader(OF_SHOP, new URL("file:/groovy/script"), false))
                .addJar(added);
        assertThat(SentFiles.of(script)).last().isEqualTo(List.of(FILES));
    }

    @Test
    void sendsAJarWithinAJar() throws Exception {
        Path outer = jar("app.jar", "BOOT-INF/classes/", true);
        URL nested = new URL("jar:" + outer.toUri() + "!/BOOT-INF/classes/");
        Workflow workflow = shop(new FakeLoader(OF_SHOP, nested, false));
        assertThat(SentFiles.of(workflow)).containsExactly(List.of(FILES));
    }

    @Test
    void readsTheLoaderIfTheJarWithinAJarIsMissing() throws Exception {
        URL nowhere = new URL("jar:" + directory.resolve("none.jar").toUri() + "!/BOOT-INF/classes/");
        assertThat(SentFiles.of(shop(new FakeLoader(OF_SHOP, nowhere, true)))).containsExactly(List.of(FILES));
        URL other = new URL("jar:" + jar("other.jar", "WEB-INF/classes/", false).toUri() + "!/BOOT-INF/classes/");
        assertThat(SentFiles.of(shop(new FakeLoader(OF_SHOP, other, true)))).containsExactly(List.of(FILES));
    }

    @Test
    void sendsTheJarOfALibraryByAClassOfIt() throws Exception {
        Path library = jar("library.jar", "", true);
        Class<?> ofLibrary = new FakeLoader(OF_SHOP, library.toUri().toURL(), false).loadClass(Shop.class.getName());
        Workflow workflow =
                shop(new FakeLoader(OF_SHOP, null, true)).addJarOf(ofLibrary).addJarOf(String.class);
        assertThat(SentFiles.of(workflow)).containsExactly(List.of(FILES), List.of(FILES));
    }

    @Test
    void sendsAProgramThatIsOneJarWithSss() throws Exception {
        Path all = jar("all.jar", "", true);
        FakeLoader loader = new FakeLoader(
                name -> OF_SHOP.test(name) || name.startsWith("org.sss.") && !name.contains(".CodeOriginsTest"),
                all.toUri().toURL(),
                true);
        Class<?> within = loader.loadClass(SentFiles.class.getName());
        assertThat(((Supplier<?>) within.getConstructor().newInstance()).get()).isEqualTo("[" + List.of(FILES) + "]");
    }

    @Test
    void sendsAModuleOfARunTimeImage() throws IOException {
        Path module = FileSystems.getFileSystem(URI.create("jrt:/")).getPath("modules", "java.logging");
        CodeIds ids = new CodeIds(Clock.systemUTC());
        CodePart part = new CodePart.OfFile(module);
        assertThat(part.file()).isNull();
        assertThat(part.id(ids, () -> "id")).isEqualTo("id");
        Path jar = directory.resolve("module.jar");
        try (OutputStream out = Files.newOutputStream(jar)) {
            part.write(out);
        }
        try (ZipFile opened = new ZipFile(jar.toFile())) {
            assertThat(opened.getEntry("java/util/logging/Logger.class")).isNotNull();
        }
    }

    /** @param within directory in the jar for the classes of the shop */
    private Path jar(String name, String within, boolean withClasses) throws IOException {
        Path jar = directory.resolve(name);
        try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(jar))) {
            zip.putNextEntry(new ZipEntry(within.isEmpty() ? "outside.txt" : "outside.class"));
            for (String file : withClasses ? FILES : new String[0]) {
                zip.putNextEntry(new ZipEntry(within + file));
                zip.write(Shop.class.getClassLoader().getResourceAsStream(file).readAllBytes());
            }
        }
        return jar;
    }
}
