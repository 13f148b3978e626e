package org.sss.net.auth;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.SssException;

/** The files belong to the user of the test; the rules are those of other users. */
class FileRightsTest {
    private static final long STRANGER = 54_321;

    @TempDir
    private Path directory;

    private Path file;
    private long owner;
    private long group;

    @BeforeEach
    void create() throws IOException {
        file = Files.createFile(directory.resolve("settings"));
        owner = (int) Files.getAttribute(file, "unix:uid");
        group = (int) Files.getAttribute(file, "unix:gid");
    }

    private static FileRights of(long uid, boolean inContainer, Long... groups) {
        return new FileRights(new ProcessUser(uid, Set.of(groups), inContainer));
    }

    private void rights(String rights) throws IOException {
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString(rights));
    }

    private void mode(String mode) throws Exception {
        assertThat(new ProcessBuilder("chmod", mode, file.toString()).start().waitFor())
                .isZero();
    }

    @Test
    void whatBelongsToAnotherUserIsRefusedUnlessThatIsRoot() throws Exception {
        rights("rw-------");
        if (owner == 0) {
            assertThatCode(() -> of(STRANGER, false).check("the file", file)).doesNotThrowAnyException();
            Files.setAttribute(file, "unix:uid", 12_345);
            owner = 12_345;
        }
        assertThatThrownBy(() -> of(STRANGER, false).check("the file", file))
                .isInstanceOf(SssException.class)
                .hasMessageContaining("the file " + file + " belongs to another user (uid " + owner + ")");
        assertThatThrownBy(() -> of(STRANGER, true).check("the file", file)).hasMessageContaining("another user");
        assertThatThrownBy(() -> of(0, false).check("the file", file)).hasMessageContaining("another user");
        assertThatCode(() -> of(owner, false).check("the file", file)).doesNotThrowAnyException();
    }

    @Test
    void rootInAContainerMayUseMountedFilesOfAnyUser() throws Exception {
        if (owner == 0) {
            Files.setAttribute(file, "unix:uid", 12_345);
        }
        mode("666");
        assertThatCode(() -> of(0, true).check("the file", file)).doesNotThrowAnyException();
    }

    @Test
    void whatOthersMayWriteIsRefused() throws Exception {
        for (String wide : new String[] {"646", "602", "666"}) {
            mode(wide);
            assertThatThrownBy(() -> of(owner, false).check("the file", file))
                    .as(wide)
                    .hasMessageContaining("other users may write the file " + file)
                    .hasMessageContaining("chmod go-w " + file);
        }
        for (String narrow : new String[] {"644", "600", "400", "1777"}) {
            mode(narrow);
            assertThatCode(() -> of(owner, false).check("the file", file))
                    .as(narrow)
                    .doesNotThrowAnyException();
        }
        assertThatCode(() -> of(owner, false).check("the file", directory.resolve("none")))
                .doesNotThrowAnyException();
    }

    @Test
    void ofGroupsOnlyThePrivateOneOfTheOwnerMayWrite() throws Exception {
        mode("664");
        boolean isPrivate = Files.getAttribute(file, "posix:group")
                .toString()
                .equals(Files.getOwner(file).getName());
        if (isPrivate) {
            assertThatCode(() -> of(owner, false).check("the file", file)).doesNotThrowAnyException();
        }
        if (owner == 0) {
            Files.setAttribute(file, "unix:gid", 4_321);
            assertThatThrownBy(() -> of(owner, false).check("the file", file))
                    .hasMessageContaining("other users may write");
            assertThatThrownBy(() -> of(STRANGER, false, 4_321L).check("the file", file))
                    .hasMessageContaining("other users may write");
            assertThatCode(() -> of(STRANGER, true, 4_321L).check("the volume of root", file))
                    .doesNotThrowAnyException();
        }
    }

    @Test
    void secretsAreForTheirOwnerOnly() throws Exception {
        for (String wide : new String[] {"640", "604", "620", "601"}) {
            mode(wide);
            assertThat(of(owner, false, group).exposure(file))
                    .as(wide)
                    .hasValueSatisfying(
                            why -> assertThat(why).contains("other users have rights to it", "chmod 600 " + file));
        }
        mode("600");
        assertThat(of(owner, false).exposure(file)).isEmpty();
    }

    /** As of Kubernetes: owner root, group fsGroup, mode 0440. */
    @Test
    void secretsOfRootMayBeReadByTheGroupOfTheProcess() throws Exception {
        mode("440");
        if (owner == 0) {
            assertThat(of(STRANGER, true, group).exposure(file)).isEmpty();
            assertThat(of(STRANGER, false, group).exposure(file)).isEmpty();
            assertThat(of(STRANGER, true, group + 1).exposure(file)).isPresent();
            mode("444");
            assertThat(of(STRANGER, true, group).exposure(file)).isPresent();
            mode("460");
            assertThat(of(STRANGER, true, group).exposure(file)).isPresent();
        } else {
            assertThat(of(STRANGER, true, group).exposure(file))
                    .hasValueSatisfying(why -> assertThat(why).contains("another user"));
        }
    }
}
