package org.sss.cli.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.util.List;
import java.util.function.Consumer;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipFile;
import javax.tools.ToolProvider;
import jdk.security.jarsigner.JarSigner;

/** Compiles and packs jobs as users do. Stateless. */
public final class JobJars {
    private JobJars() {}

    /** A jar of one class without a package, compiled with these libraries. */
    public static Path of(Path directory, String className, String source, String mainClass, Path... libraries)
            throws IOException {
        Path classes = Files.createDirectories(directory.resolve(className + "-classes"));
        Path file = Files.writeString(directory.resolve(className + ".java"), source);
        int code = ToolProvider.getSystemJavaCompiler()
                .run(
                        null,
                        null,
                        null,
                        "-d",
                        classes.toString(),
                        "-cp",
                        Stream.concat(
                                        Stream.of(libraries).map(Path::toString),
                                        Stream.of(System.getProperty("java.class.path")))
                                .collect(Collectors.joining(File.pathSeparator)),
                        file.toString());
        assertThat(code).as("compiling %s", className).isZero();
        return pack(classes, directory.resolve(className + ".jar"), mainClass);
    }

    /** A modified copy of the only class of {@code source}. */
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
        try (OutputStream out = Files.newOutputStream(jar);
                JarOutputStream entries = new JarOutputStream(out, manifest)) {
            for (Path file : files(classes)) {
                entries.putNextEntry(new JarEntry(classes.relativize(file).toString()));
                Files.copy(file, entries);
            }
        }
        return jar;
    }

    /** Signs {@code signed}, and adds the signature to {@code jar}, to which it does not belong. */
    static void addSignatureOf(Path signed, Path jar) throws Exception {
        Path keys = signed.resolveSibling("keys");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keystore",
                        keys.toString(),
                        "-storepass",
                        "secret",
                        "-alias",
                        "a",
                        "-dname",
                        "CN=a",
                        "-keyalg",
                        "RSA")
                .redirectErrorStream(true)
                .start();
        String output = new String(keytool.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(keytool.waitFor()).as("keytool: %s", output).isZero();
        KeyStore store = KeyStore.getInstance(keys.toFile(), "secret".toCharArray());
        Path result = signed.resolveSibling("signed.jar");
        try (ZipFile from = new ZipFile(signed.toFile());
                OutputStream to = Files.newOutputStream(result)) {
            new JarSigner.Builder((KeyStore.PrivateKeyEntry)
                            store.getEntry("a", new KeyStore.PasswordProtection("secret".toCharArray())))
                    .build()
                    .sign(from, to);
        }
        try (FileSystem from = FileSystems.newFileSystem(result);
                FileSystem to = FileSystems.newFileSystem(jar)) {
            for (String name : List.of("META-INF/SIGNER.SF", "META-INF/SIGNER.RSA")) {
                Files.copy(from.getPath(name), to.getPath(name));
            }
        }
    }

    private static List<Path> files(Path directory) throws IOException {
        try (Stream<Path> all = Files.walk(directory)) {
            return all.filter(Files::isRegularFile).toList();
        }
    }
}
