package org.sss.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles and packs jobs as users do. Stateless. */
public final class JobJars {
    private JobJars() {
    }

    /** A jar of one class without a package. */
    public static Path of(Path directory, String className, String source, String mainClass) throws IOException {
        Path classes = Files.createDirectories(directory.resolve(className + "-classes"));
        Path file = Files.writeString(directory.resolve(className + ".java"), source);
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, "-d", classes.toString(), "-cp",
                System.getProperty("java.class.path"), file.toString());
        assertThat(code).as("compiling %s", className).isZero();
        return pack(classes, directory.resolve(className + ".jar"), mainClass);
    }

    /** A copy of the one class of {@code source}, changed. */
    static void ofOneClass(Path jar, String className, Consumer<byte[]> change, Path source) throws IOException {
        try (JarFile from = new JarFile(source.toFile());
                JarOutputStream to = new JarOutputStream(Files.newOutputStream(jar))) {
            JarEntry entry = from.getJarEntry(className + ".class");
            byte[] bytes = from.getInputStream(entry).readAllBytes();
            change.accept(bytes);
            to.putNextEntry(new JarEntry(entry.getName()));
            to.write(bytes);
        }
    }

    public static Path pack(Path classes, Path jar, String mainClass) throws IOException {
        Manifest manifest = new Manifest();
        manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
        if (mainClass != null) {
            manifest.getMainAttributes().put(Attributes.Name.MAIN_CLASS, mainClass);
        }
        try (OutputStream out = Files.newOutputStream(jar); JarOutputStream entries = new JarOutputStream(out, manifest)) {
            for (Path file : files(classes)) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
        return jar;
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
