package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.SssException;

class NodeDirectoryTest {
    @TempDir
    Path directory;

    @Test
    void findsTheProcessOfThePidFile() throws IOException {
        NodeDirectory node = new NodeDirectory(directory);
        assertThat(node.process()).isEmpty();
        node.writePid(ProcessHandle.current());
        assertThat(node.process()).contains(ProcessHandle.current());
    }

    /** The start time that Java reports changes with the clock of the machine. */
    @Test
    void pidFileDoesNotDependOnTheClock() throws IOException {
        new NodeDirectory(directory).writePid(ProcessHandle.current());
        String fromItsName = Files.readString(Path.of("/proc/self/stat")).replaceFirst("(?s).*\\) ", "");
        assertThat(directory.resolve("pid"))
                .hasContent(ProcessHandle.current().pid() + " " + fromItsName.split(" ")[19] + " "
                        + Files.getAttribute(directory, "unix:ino") + " "
                        + Files.getAttribute(directory.getParent(), "unix:ino"));
    }

    /** As made by backups, also while the cluster runs. */
    @Test
    void aCopyIsASeparateNode() throws IOException {
        NodeDirectory node = NodeDirectory.of(directory.resolve("cluster"), 0);
        node.writeSettings(Map.of(
                "node.id",
                "0",
                "cluster.nodes",
                "127.0.0.1:1000:1001",
                "data.dir",
                node.data().toString()));
        Files.createDirectory(node.data());
        node.writePid(ProcessHandle.current());
        NodeDirectory copy = NodeDirectory.of(directory.resolve("copy"), 0);
        Files.createDirectories(copy.data());
        for (String file : List.of("node.properties", "pid")) {
            Files.copy(node.directory().resolve(file), copy.directory().resolve(file));
        }
        assertThat(copy.dataDirectory()).isEqualTo(copy.data());
        assertThat(node.dataDirectory()).isEqualTo(node.data());
        copy.prepareStart();
        assertThat(copy.settings()).content().contains("data.dir = data\n");
        assertThat(node.settings()).content().contains(node.data().toString());
        assertThat(copy.dataDirectory()).isEqualTo(copy.data());
        assertThat(copy.process()).isEmpty();
        assertThat(node.process()).contains(ProcessHandle.current());
        Path moved = Files.move(node.directory(), directory.resolve("cluster/node-1"));
        assertThat(new NodeDirectory(moved).process()).contains(ProcessHandle.current());
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void aCopyWithoutDataDoesNotUseTheDataOfTheOriginal(boolean absolute) throws IOException {
        NodeDirectory node = node(directory.resolve("cluster"));
        node.writeSettings(settings(absolute ? node.data().toString() : "data"));
        node.writePid(ProcessHandle.current());
        NodeDirectory copy = copyWithoutData(node);
        assertThatThrownBy(copy::prepareStart)
                .isInstanceOf(SssException.class)
                .hasMessageStartingWith("the data of node 0 is missing: ")
                .hasMessageContaining("copy it as well");
        assertThat(copy.settings()).hasSameTextualContentAs(node.settings());
        node.prepareStart();
        assertThat(node.dataDirectory()).isEqualTo(node.data());
    }

    /** Such as a separate disk, which the settings of the copy also name. */
    @Test
    void aCopyDoesNotUseExternalDataOfTheOriginal() throws IOException {
        Path disk = Files.createDirectories(directory.resolve("disk/sss"));
        NodeDirectory node = node(directory.resolve("cluster"));
        node.writeSettings(settings(disk.toString()));
        node.writePid(ProcessHandle.current());
        NodeDirectory copy = copyWithoutData(node);
        assertThatThrownBy(copy::prepareStart)
                .isInstanceOf(SssException.class)
                .hasMessageContaining("would use the same data");
        node.prepareStart();
        Files.delete(copy.directory().resolve("pid")); // as the message says, where the original is no longer used
        copy.prepareStart();
        assertThat(copy.dataDirectory()).isEqualTo(disk);
    }

    @Test
    void aCopiedSymbolicLinkIsNotItsOwnData() throws IOException {
        NodeDirectory node = node(directory.resolve("cluster"));
        node.writeSettings(settings("data"));
        node.writePid(ProcessHandle.current());
        Path otherDisk = Files.move(node.directory(), directory.resolve("moved"));
        Files.createSymbolicLink(node.directory(), otherDisk);
        assertThat(node.process()).contains(ProcessHandle.current());
        node.prepareStart();
        NodeDirectory copy = NodeDirectory.of(Files.createDirectories(directory.resolve("copy")), 0);
        Files.createSymbolicLink(copy.directory(), otherDisk);
        assertThat(copy.process()).isEmpty();
        assertThatThrownBy(copy::prepareStart).hasMessageContaining("would use the same data");
    }

    /** As {@code cp -al} makes it. */
    @Test
    void aCopyByHardLinksDoesNotChangeTheOriginal() throws IOException {
        NodeDirectory node = node(directory.resolve("cluster"));
        node.writeSettings(settings(node.data().toString()));
        node.writePid(ProcessHandle.current());
        NodeDirectory copy = NodeDirectory.of(directory.resolve("copy"), 0);
        Files.createDirectories(copy.data());
        Files.createLink(copy.settings(), node.settings());
        Files.createLink(copy.directory().resolve("pid"), node.directory().resolve("pid"));
        String pid = Files.readString(node.directory().resolve("pid"));
        copy.prepareStart();
        copy.writePid(ProcessHandle.current());
        assertThat(node.settings()).content().contains("data.dir = " + node.data());
        assertThat(node.directory().resolve("pid")).hasContent(pid);
        assertThat(copy.settings()).content().contains("data.dir = data\n");
    }

    /** As set by the user, for example for a separate disk. */
    @Test
    void externalDataStaysInItsDirectory() throws IOException {
        Path disk = Files.createDirectories(directory.resolve("disk/data"));
        NodeDirectory node = node(directory);
        node.writeSettings(settings(disk.toString()));
        node.prepareStart();
        assertThat(node.settings()).content().contains(disk.toString());
        Files.delete(disk); // not mounted
        assertThatThrownBy(node::prepareStart).hasMessageContaining("mount its disk");
        assertThat(node.settings()).content().contains(disk.toString());
    }

    private static NodeDirectory node(Path cluster) throws IOException {
        NodeDirectory node = NodeDirectory.of(cluster, 0);
        Files.createDirectories(node.data());
        return node;
    }

    private static Map<String, String> settings(String data) {
        return Map.of("node.id", "0", "cluster.nodes", "127.0.0.1:1000:1001", "data.dir", data);
    }

    private NodeDirectory copyWithoutData(NodeDirectory node) throws IOException {
        NodeDirectory copy = NodeDirectory.of(directory.resolve("copy"), 0);
        Files.createDirectories(copy.directory());
        for (String file : List.of("node.properties", "pid")) {
            Files.copy(node.directory().resolve(file), copy.directory().resolve(file));
        }
        return copy;
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\0\0\0", "12", "pid", "-1 2", "99999999999999999999 3"})
    void aTruncatedPidFileIdentifiesNoProcess(String text) throws IOException {
        Files.writeString(directory.resolve("pid"), text);
        assertThat(new NodeDirectory(directory).process()).isEmpty();
    }

    @Test
    void lastOutputIsThatOfTheLastProcess() throws IOException {
        NodeDirectory node = new NodeDirectory(directory);
        Files.writeString(node.log(), "sss: the message of the process before\nnode 1 ready\n");
        long start = node.logBytes();
        assertThat(node.lastOutput(start)).isEmpty();
        Files.writeString(node.log(), "Error: could not find the main class\n", StandardOpenOption.APPEND);
        assertThat(node.lastOutput(start)).isEqualTo("Error: could not find the main class");
    }

    @Test
    void lastOutputIsReadFromTheEndOfALongLog() throws IOException {
        NodeDirectory node = new NodeDirectory(directory);
        assertThat(node.lastOutput(0)).isEmpty();
        Files.writeString(
                node.log(),
                "sss: long ago\n" + "a line of the log\n".repeat(20_000) + "sss: the port is taken\nat once\n");
        assertThat(node.lastOutput(0)).isEqualTo("the port is taken");
        Files.writeString(node.log(), "sss: long ago\n" + "a line of the log\n".repeat(20_000));
        assertThat(node.lastOutput(0)).isEqualTo("a line of the log\n".repeat(5).stripTrailing());
    }
}
