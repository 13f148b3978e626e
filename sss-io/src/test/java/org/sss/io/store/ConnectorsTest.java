package org.sss.io.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

class ConnectorsTest {
    @TempDir
    Path ext;

    private void jar(String path, String entry) throws IOException {
        Path jar = ext.resolve(path);
        Files.createDirectories(jar.getParent());
        try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new JarEntry(entry));
            out.write('x');
        }
    }

    @Test
    void eachDirectoryWithJarsIsAConnectorWithALoaderOfItsOwn() throws Exception {
        jar("b/one.jar", "of-b");
        jar("b/two.jar", "other-of-b");
        jar("a/one.jar", "of-a");
        Files.createDirectories(ext.resolve("empty"));
        Files.writeString(ext.resolve("README"), "no directory");
        Connectors found = Connectors.in(Optional.of(ext));
        assertThat(found.installed()).extracting(Connector::name).containsExactly("a", "b");
        assertThat(found.installed()).extracting(Connector::jars).containsExactly(1, 2);
        ClassLoader ofA = found.installed().get(0).loader();
        assertThat(ofA.getResource("of-a")).isNotNull();
        assertThat(ofA.getResource("of-b")).isNull();
        assertThat(found.installed().get(1).loader().getResource("other-of-b")).isNotNull();
    }

    @Test
    void aConnectorSeesTheApiButNoOtherLibrariesOfTheProcess() throws Exception {
        jar("a/one.jar", "of-a");
        ClassLoader loader = Connectors.in(Optional.of(ext)).installed().get(0).loader();
        for (Class<?> shown : new Class<?>[] {
            org.sss.api.Codec.class, FileStore.class, org.sss.io.RecordFormat.class, org.slf4j.Logger.class
        }) {
            assertThat(loader.loadClass(shown.getName())).isSameAs(shown);
        }
        for (String hidden : new String[] {"com.fasterxml.jackson.core.JsonFactory", "org.sss.net.rpc.Rpc"}) {
            assertThat(Class.forName(hidden)).isNotNull();
            assertThatThrownBy(() -> loader.loadClass(hidden)).isInstanceOf(ClassNotFoundException.class);
        }
    }

    @Test
    void aBrokenConnectorIsNamedEachTime() throws Exception {
        jar("broken/one.jar", "META-INF/services/" + StoreProvider.class.getName());
        Connectors found = Connectors.in(Optional.of(ext));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> found.load(StoreProvider.class))
                    .isInstanceOf(SssException.class)
                    .hasMessageContainingAll("the connector 'broken' cannot be loaded", "unpack its package again");
        }
    }

    @Test
    void withoutADirectoryThereAreThoseOfTheClassPathAlone() {
        Connectors found = Connectors.in(Optional.of(ext.resolve("none")));
        assertThat(found.installed()).isEmpty();
        assertThat(found.load(StoreProvider.class))
                .extracting(StoreProvider::scheme)
                .containsExactly("mem");
    }
}
