package org.sss.client.code;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Arrays;
import java.util.zip.ZipFile;

/**
 * Where the code of a class is. Immutable.
 *
 * <pre>
 *   file:/app/classes/, file:/app/lib.jar      part: the directory, the jar
 *   jar:nested:/app.jar/!BOOT-INF/classes/!/   part: what is nested
 *   jrt:/com.acme.app                          part: the module in the run-time image
 *   memory:, vfs:, file:/Prog.java, none       part: null, as the class is only in its class loader
 * </pre>
 *
 * @param ofJava whether any JVM has the class
 * @param part   null if the class is in neither a file nor a nested jar
 */
record ClassOrigin(boolean ofJava, CodePart part) {
    private static final byte[] ZIP = {'P', 'K', 3, 4};
    private static final ClassOrigin JAVA = new ClassOrigin(true, null);
    private static final ClassOrigin LOADER = new ClassOrigin(false, null);
    /** Programs submit the same classes again and again. */
    private static final ClassValue<ClassOrigin> KNOWN = new ClassValue<>() {
        @Override
        protected ClassOrigin computeValue(Class<?> type) {
            return find(type);
        }
    };

    static ClassOrigin of(Class<?> type) {
        return KNOWN.get(type);
    }

    /** The name of the class file of a class. */
    static String fileName(Class<?> type) {
        return type.getName().replace('.', '/') + ".class";
    }

    private static ClassOrigin find(Class<?> type) {
        ClassLoader loader = type.getClassLoader();
        if (loader == null || loader == ClassLoader.getPlatformClassLoader() || isOfJava(type.getModule())) {
            return JAVA;
        }
        URL url = location(type);
        if (url == null || type.isHidden()) {
            return LOADER;
        }
        Path path = path(url, type);
        if (path != null) {
            return new ClassOrigin(false, new CodePart.OfFile(path));
        }
        return "jar".equals(url.getProtocol()) && CodePart.OfNestedJar.has(url, fileName(type))
                ? new ClassOrigin(false, new CodePart.OfNestedJar(url, loader))
                : LOADER;
    }

    /** Returns the URL that its class loader recorded, or null. */
    static URL location(Class<?> type) {
        CodeSource source = type.getProtectionDomain().getCodeSource();
        return source == null ? null : source.getLocation();
    }

    private static boolean isOfJava(Module module) {
        return module.isNamed()
                && (module.getName().startsWith("java.") || module.getName().startsWith("jdk."));
    }

    /** Returns the directory or jar with the class; null if there is none. */
    private static Path path(URL url, Class<?> type) {
        try {
            if ("jrt".equals(url.getProtocol()) && type.getModule().isNamed()) {
                return FileSystems.getFileSystem(URI.create("jrt:/"))
                        .getPath("modules", type.getModule().getName());
            }
            Path path = "file".equals(url.getProtocol()) ? Path.of(url.toURI()) : null;
            return path != null && has(path, fileName(type)) ? path : null;
        } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
            return null;
        }
    }

    /**
     * A program that Java compiles in memory has the source file as its location, and a script one that does not exist.
     */
    private static boolean has(Path path, String file) {
        if (Files.isDirectory(path)) {
            return Files.isRegularFile(path.resolve(file));
        }
        return Files.isRegularFile(path) && (startsAsZip(path) || isZip(path));
    }

    /** Most jars do, and this costs microseconds. */
    private static boolean startsAsZip(Path path) {
        try (InputStream in = Files.newInputStream(path)) {
            return Arrays.equals(in.readNBytes(ZIP.length), ZIP);
        } catch (IOException e) {
            return false;
        }
    }

    /** A jar may start with a script that runs it. */
    private static boolean isZip(Path path) {
        try (ZipFile jar = new ZipFile(path.toFile())) {
            return jar.size() > 0;
        } catch (IOException e) {
            return false;
        }
    }
}
