package org.sss.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.lang.module.Configuration;
import java.lang.module.ModuleFinder;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests records of code that is loaded later, as from a user's jar. */
class RecordAccessIT {
    @TempDir
    Path directory;

    @BeforeEach
    void compileRecordThatIsNotPublic() throws IOException {
        Files.createDirectories(directory.resolve("users"));
        Files.writeString(
                directory.resolve("users/Hidden.java"), "package users; record Hidden(String word, int count) {}");
    }

    private void compile(String... files) {
        String[] paths = Set.of(files).stream()
                .map(file -> directory.resolve(file).toString())
                .toArray(String[]::new);
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, paths))
                .isZero();
    }

    @Test
    void encodesNonPublicRecordOfUserJar() throws ReflectiveOperationException, IOException {
        compile("users/Hidden.java");
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {directory.toUri().toURL()})) {
            Class<? extends Record> hidden = loader.loadClass("users.Hidden").asSubclass(Record.class);
            assertThat(throughBytes(hidden)).hasToString("Hidden[word=a, count=5]");
        }
    }

    private static <R extends Record> R throughBytes(Class<R> recordClass) throws ReflectiveOperationException {
        Constructor<R> constructor = recordClass.getDeclaredConstructor(String.class, int.class);
        constructor.setAccessible(true);
        return Probe.roundTrip(Codecs.record(recordClass), constructor.newInstance("a", 5));
    }

    @Test
    void rejectsRecordOfClosedModuleWithAdvice() throws IOException, ClassNotFoundException {
        Files.writeString(directory.resolve("module-info.java"), "module closed {}");
        compile("module-info.java", "users/Hidden.java");
        Configuration configuration = ModuleLayer.boot()
                .configuration()
                .resolve(ModuleFinder.of(directory), ModuleFinder.of(), Set.of("closed"));
        ModuleLayer layer = ModuleLayer.boot().defineModulesWithOneLoader(configuration, null);
        Class<? extends Record> hidden =
                layer.findLoader("closed").loadClass("users.Hidden").asSubclass(Record.class);

        Probe.assertFails(
                ErrorCode.INVALID_ARGUMENT,
                () -> Codecs.record(hidden),
                "record users.Hidden is not accessible",
                "module closed",
                "open its package");
    }
}
