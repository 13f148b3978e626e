package org.sss.client.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NodeDirectoryTest {
    @TempDir
    Path directory;

    @Test
    void theProcessOfThePidFileIsFound() throws IOException {
        NodeDirectory node = new NodeDirectory(directory);
        assertThat(node.process()).isEmpty();
        node.writePid(ProcessHandle.current());
        assertThat(node.process()).contains(ProcessHandle.current());
    }

    /** What Java says when the process has begun changes with the clock of the machine. */
    @Test
    void thePidFileDoesNotDependOnTheClock() throws IOException {
        new NodeDirectory(directory).writePid(ProcessHandle.current());
        String fromItsName = Files.readString(Path.of("/proc/self/stat")).replaceFirst("(?s).*\\) ", "");
        assertThat(directory.resolve("pid")).hasContent(ProcessHandle.current().pid() + " " + fromItsName.split(" ")[19] + " "
                + Files.getAttribute(directory, "unix:ino"));
    }

    /** Backups are made so, be it while the cluster runs. */
    @Test
    void aCopyIsANodeOfItsOwn() throws IOException {
        NodeDirectory node = NodeDirectory.of(directory.resolve("cluster"), 0);
        node.writeSettings(Map.of("node.id", "0", "cluster.nodes", "127.0.0.1:1000:1001", "data.dir", node.data().toString()));
        Files.createDirectory(node.data());
        node.writePid(ProcessHandle.current());
        NodeDirectory copy = NodeDirectory.of(directory.resolve("copy"), 0);
        Files.createDirectories(copy.data());
        for (String file : List.of("node.properties", "pid")) {
            Files.copy(node.directory().resolve(file), copy.directory().resolve(file));
        }
        copy.followMove();
        node.followMove();
        assertThat(copy.settings()).content().contains(copy.data().toString());
        assertThat(node.settings()).content().contains(node.data().toString());
        assertThat(copy.process()).isEmpty();
        assertThat(node.process()).contains(ProcessHandle.current());
        Path moved = Files.move(node.directory(), directory.resolve("cluster/node-1"));
        assertThat(new NodeDirectory(moved).process()).contains(ProcessHandle.current());
    }

    /** Its user has said so, for example for a disk of its own. */
    @Test
    void dataElsewhereStayWhereTheyAre() throws IOException {
        Path disk = Files.createDirectories(directory.resolve("disk/data"));
        NodeDirectory node = NodeDirectory.of(directory, 0);
        node.writeSettings(Map.of("node.id", "0", "cluster.nodes", "127.0.0.1:1000:1001", "data.dir", disk.toString()));
        Files.createDirectory(node.data());
        node.followMove();
        assertThat(node.settings()).content().contains(disk.toString());
        Files.delete(disk); // not mounted
        node.followMove();
        assertThat(node.settings()).content().contains(disk.toString());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\0\0\0", "12", "pid", "-1 2", "99999999999999999999 3"})
    void aPidFileThatWasNotWrittenToItsEndNamesNoProcess(String text) throws IOException {
        Files.writeString(directory.resolve("pid"), text);
        assertThat(new NodeDirectory(directory).process()).isEmpty();
    }

    @Test
    void theLastWordsAreThoseAtTheEndOfALongLog() throws IOException {
        NodeDirectory node = new NodeDirectory(directory);
        assertThat(node.lastWords()).isEmpty();
        Files.writeString(node.log(), "sss: long ago\n" + "a line of the log\n".repeat(20_000) + "sss: the port is taken\nat once\n");
        assertThat(node.lastWords()).isEqualTo("the port is taken");
        Files.writeString(node.log(), "sss: long ago\n" + "a line of the log\n".repeat(20_000));
        assertThat(node.lastWords()).isEqualTo("a line of the log\n".repeat(5).stripTrailing());
    }
}
