package org.sss.cli.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.cli.Main;
import org.sss.net.auth.FileRights;
import org.sss.net.auth.ProcessUser;

/** What another user has made, or may change, does not decide how a command starts, stops or shows nodes. */
class PlantedDirectoryTest {
    private static final List<String> FILES =
            List.of("", "node-0", "node-0/node.properties", "node-0/pid", "node-0/log");

    @TempDir
    private Path temporary;

    private Path planted() throws IOException {
        Path node = Files.createDirectories(temporary.resolve("sss/node-0"));
        Files.createDirectory(node.resolve("data"));
        Files.writeString(
                node.resolve("node.properties"),
                "node.id = 0\ncluster.nodes = 127.0.0.1:1:2\ndata.dir = data\nsecurity = off\n");
        Files.writeString(node.resolve("pid"), "1 1 1 1\n");
        Files.createFile(node.resolve("log"));
        return temporary.resolve("sss");
    }

    private static String failed(String... words) {
        ByteArrayOutputStream err = new ByteArrayOutputStream();
        int code = Main.run(words, new ByteArrayOutputStream(), new PrintStream(err, true, UTF_8), false);
        assertThat(code).as("%s: %s", List.of(words), err).isNotZero();
        return err.toString(UTF_8);
    }

    @Test
    void eachFileAndDirectoryIsChecked() throws IOException {
        Path directory = planted();
        long owner = (int) Files.getAttribute(directory, "unix:uid");
        FileRights rights = new FileRights(new ProcessUser(owner, Set.of(), false));
        FileRights ofStranger = new FileRights(new ProcessUser(owner + 1, Set.of(), false));
        assertThatCode(() -> ClusterDirectory.check(directory, rights)).doesNotThrowAnyException();
        for (String name : FILES) {
            Path file = directory.resolve(name);
            Set<PosixFilePermission> before = Files.getPosixFilePermissions(file);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
            assertThatThrownBy(() -> ClusterDirectory.check(directory, rights))
                    .as(name)
                    .hasMessageContaining(file + " (rwxrwxrwx)");
            Files.setPosixFilePermissions(file, before);
            if (owner == 0) { // only root can change the owner
                Files.setAttribute(file, "unix:uid", 12_345);
                assertThatThrownBy(() -> ClusterDirectory.check(directory, ofStranger))
                        .as(name)
                        .hasMessageContaining("another user (uid 12345)");
                assertThatThrownBy(() -> ClusterDirectory.check(directory, rights))
                        .as(name)
                        .hasMessageContaining("another user (uid 12345)");
                Files.setAttribute(file, "unix:uid", 0);
            }
        }
    }

    @Test
    void commandsRefuseFilesThatOthersMayWrite() throws IOException {
        assumeTrue(
                ProcessUser.current().uid() != 0 || !ProcessUser.current().inContainer(),
                "root in a container is alone");
        Path directory = planted();
        for (String name : FILES) {
            Path file = directory.resolve(name);
            Set<PosixFilePermission> before = Files.getPosixFilePermissions(file);
            Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxrwxrwx"));
            for (String[] words : new String[][] {
                {"cluster", "start", "--nodes", "1", "--dir"},
                {"cluster", "stop", "--dir"},
                {"cluster", "status", "--dir"},
                {"cluster", "recover-journal"},
                {"local", "wordcount", "none", "--dir"}
            }) {
                String[] all = Arrays.copyOf(words, words.length + 1);
                all[words.length] = directory.toString();
                assertThat(failed(all)).as("%s", List.of(all)).contains("other users may write", file.toString());
            }
            Files.setPosixFilePermissions(file, before);
        }
        Path settings = directory.resolve("node-0/node.properties");
        Files.setPosixFilePermissions(settings, PosixFilePermissions.fromString("rw-rw-rw-"));
        assertThat(failed("node", "--conf", settings.toString()))
                .contains("other users may write the configuration file " + settings);
    }
}
