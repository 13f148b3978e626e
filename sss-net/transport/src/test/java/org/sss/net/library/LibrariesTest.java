package org.sss.net.library;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.jar.Attributes;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.Logger;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class LibrariesTest {
    @TempDir
    Path directory;

    private final List<URLClassLoader> loaders = new ArrayList<>();
    /** Jars of a class path: the first class of each library by the title of its jar. */
    private final Map<String, String> versions = new TreeMap<>();

    @AfterEach
    void close() throws IOException {
        for (URLClassLoader loader : loaders) {
            loader.close();
        }
    }

    @Test
    void acceptsWhatSssIsBuiltWith() {
        assertThatCode(Libraries::check).doesNotThrowAnyException();
        assertThat(ByteBuf.class.getPackage().getImplementationVersion()).isEqualTo(Libraries.NETTY);
        assertThat(ObjectMapper.class.getPackage().getImplementationVersion()).isEqualTo(Libraries.JACKSON);
        assertThat(Logger.class.getPackage().getImplementationVersion()).isEqualTo(Libraries.SLF4J);
    }

    @Test
    void refusesAnOlderNettyWithItsJarAndTheRemedy() throws IOException {
        versions.put("Netty/Buffer", "4.1.121.Final");
        assertThatThrownBy(() -> Libraries.check(classPath(true)))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_ARGUMENT))
                .hasMessageContainingAll(
                        "Netty 4.1.121.Final is on the class path",
                        "buffer.jar",
                        "SSS needs 4.2 or newer",
                        "<netty.version>" + Libraries.NETTY + "</netty.version>",
                        "netty-bom");
    }

    @Test
    void refusesOlderJacksonAndLogging() throws IOException {
        versions.put("Jackson-core", "2.15.4");
        assertThatThrownBy(() -> Libraries.check(classPath(true)))
                .hasMessageContainingAll("Jackson 2.15.4", "SSS needs 2.16 or newer", "<jackson-bom.version>");
        versions.clear();
        versions.put("slf4j-api", "1.7.36");
        assertThatThrownBy(() -> Libraries.check(classPath(true)))
                .hasMessageContainingAll("SLF4J 1.7.36", "SSS needs 2.0 or newer");
    }

    @Test
    void acceptsAnotherVersionThatIsNewEnough() throws IOException {
        versions.putAll(Map.of(
                "Netty/Buffer",
                "4.2.0.Final",
                "Jackson-core",
                "2.19.2",
                "jackson-databind",
                "3.0",
                "slf4j-api",
                "2.1"));
        assertThatCode(() -> Libraries.check(classPath(true))).doesNotThrowAnyException();
    }

    /** As when all libraries are packed into one jar, whose manifest is that of the program. */
    @Test
    void looksForAClassOfTheVersionIfTheManifestSaysNothing() throws IOException {
        versions.put("shop", "1.0");
        assertThatCode(() -> Libraries.check(classPath(true))).doesNotThrowAnyException();
        assertThatThrownBy(() -> Libraries.check(classPath(false)))
                .hasMessageContainingAll("Netty of another version is on the class path", "shop.jar");
    }

    @Test
    void saysThatALibraryIsMissing() throws IOException {
        URLClassLoader empty = new URLClassLoader(new URL[0], ClassLoader.getPlatformClassLoader());
        loaders.add(empty);
        assertThatThrownBy(() -> Libraries.check(empty)).hasMessageContaining("Netty is not on the class path");
    }

    @Test
    void comparesAsManyNumbersAsTheMinimumHas() {
        assertThat(Library.isAtLeast("4.10.1.Final", "4.2")).isTrue();
        assertThat(Library.isAtLeast("5.0.0.Alpha2", "4.2")).isTrue();
        assertThat(Library.isAtLeast("4", "4.2")).isFalse();
        assertThat(Library.isAtLeast("2.9", "2.16")).isFalse();
    }

    /** @param withMarkers whether the jars have the classes by which versions that SSS works with are known */
    private URLClassLoader classPath(boolean withMarkers) throws IOException {
        List<URL> jars = new ArrayList<>();
        for (Library library : Libraries.ALL) {
            String title = versions.containsKey("shop") ? "shop" : title(library);
            Path jar = directory.resolve(title.substring(title.indexOf('/') + 1).toLowerCase(Locale.ROOT) + ".jar");
            if (title.equals("shop")) {
                jar = Files.createDirectories(directory.resolve(library.anchor()))
                        .resolve("shop.jar");
            }
            try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar), manifest(title))) {
                add(library.anchor(), out);
                if (withMarkers && !library.marker().equals(library.anchor())) {
                    add(library.marker(), out);
                }
            }
            jars.add(jar.toUri().toURL());
        }
        URLClassLoader loader = new URLClassLoader(jars.toArray(URL[]::new), ClassLoader.getPlatformClassLoader());
        loaders.add(loader);
        return loader;
    }

    private static String title(Library library) throws IOException {
        try {
            return Class.forName(library.anchor()).getPackage().getImplementationTitle();
        } catch (ClassNotFoundException e) {
            throw new IOException(e);
        }
    }

    private Manifest manifest(String title) {
        Manifest manifest = new Manifest();
        Attributes main = manifest.getMainAttributes();
        main.put(Attributes.Name.MANIFEST_VERSION, "1.0");
        main.put(Attributes.Name.IMPLEMENTATION_TITLE, title);
        main.put(Attributes.Name.IMPLEMENTATION_VERSION, versions.getOrDefault(title, "99.0"));
        return manifest;
    }

    private static void add(String type, JarOutputStream out) throws IOException {
        String file = type.replace('.', '/') + ".class";
        out.putNextEntry(new JarEntry(file));
        try (InputStream in = LibrariesTest.class.getClassLoader().getResourceAsStream(file)) {
            in.transferTo(out);
        }
    }
}
