package org.sss.server.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

class PrivateDirectoryTest {
    @TempDir
    private Path parent;

    private static String rights(Path file) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(file));
    }

    @Test
    void newDirectoryAndItsNewParentsAreOfTheirOwnerOnly() throws IOException {
        Path directory = PrivateDirectory.make(parent.resolve("a/b"));
        assertThat(rights(directory)).isEqualTo("rwx------");
        assertThat(rights(directory.getParent())).isEqualTo("rwx------");
        assertThat(rights(PrivateDirectory.makeFile(directory.resolve("log")))).isEqualTo("rw-------");
    }

    @Test
    void othersLoseTheirRightsToAnExistingDirectory() throws IOException {
        Path directory = Files.createDirectory(parent.resolve("old"));
        for (String wide : new String[] {"rwxr-xr-x", "rwxrwxrwx", "rwxr-x---", "rwx--x--x"}) {
            Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString(wide));
            PrivateDirectory.make(directory);
            assertThat(rights(directory)).as(wide).isEqualTo("rwx------");
        }
        Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("r-xr-xr-x"));
        PrivateDirectory.make(directory);
        assertThat(rights(directory)).isEqualTo("r-x------");
    }

    @Test
    void directoryOfAllUsersKeepsItsRights() throws Exception {
        Path shared = Files.createDirectory(parent.resolve("shared"));
        assertThat(new ProcessBuilder("chmod", "1777", shared.toString())
                        .start()
                        .waitFor())
                .isZero();
        assertThatThrownBy(() -> PrivateDirectory.make(shared))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("for all users");
        assertThat(rights(shared)).isEqualTo("rwxrwxrwx");
    }
}
