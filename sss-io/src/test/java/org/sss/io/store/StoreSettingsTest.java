package org.sss.io.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

class StoreSettingsTest {
    @TempDir
    Path directory;

    private StoreSettings settings(Properties file) {
        return new StoreSettings("s3", new StoreHost("node 2", directory, directory, Map.of("A", "b")), file);
    }

    private StoreSettings settings() {
        return settings(new Properties());
    }

    @Test
    void readsASecretThatOnlyItsUserCanRead() throws IOException {
        Path file = Files.writeString(directory.resolve("s3"), "access-key-id=a\nsecret-access-key = hunter2 \n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        assertThat(settings().secret("s3").orElseThrow())
                .containsExactlyInAnyOrderEntriesOf(Map.of("access-key-id", "a", "secret-access-key", "hunter2"));
        assertThat(settings().secret("other")).isEmpty();
        assertThat(settings().toString()).doesNotContain("hunter2");
    }

    @Test
    void refusesASecretThatOthersCanRead() throws IOException {
        Path file = Files.writeString(directory.resolve("s3"), "secret-access-key=hunter2\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r-----"));
        assertThatThrownBy(() -> settings().secret("s3"))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.FORBIDDEN))
                .hasMessageContaining("on node 2 may be used by other users (rw-r-----); run: chmod 600 " + file)
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void refusesANameOutsideOfTheDirectory() {
        assertThatThrownBy(() -> settings().secret("../s3")).hasMessageContaining("is no name of a file of secrets");
        assertThatThrownBy(() -> settings().secret(".s3")).hasMessageContaining("is no name of a file of secrets");
    }

    @Test
    void refusesAnUnknownSettingByName() {
        Properties file = new Properties();
        file.setProperty("secret", "hunter2");
        assertThatThrownBy(() -> settings(file).check(Set.of("endpoint", "region")))
                .hasMessageContaining(
                        "unknown setting 'secret' of connector 's3' on node 2; known are endpoint, region")
                .hasMessageNotContaining("hunter2");
    }

    @Test
    void hasItsOwnDirectoryAndTheEnvironment() {
        assertThat(settings().stateDirectory()).contains(directory.resolve("s3"));
        assertThat(settings().environment("A")).contains("b");
        assertThat(settings().environment("B")).isEmpty();
        assertThat(new StoreHost("node 2", null, null, Map.of("A", "hunter2"))).hasToString("node 2");
    }
}
