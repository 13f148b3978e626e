package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.transport.NodeAddress;

final class NodeIdentityTest {
    private static final NodeAddress COORDINATOR = new NodeAddress("alpha", 21200);

    @TempDir
    Path directory;

    @Test
    void claimsDirectoryWithoutIdentity() {
        NodeIdentity mine = new NodeIdentity("cluster", 3, 4, 16);
        assertThat(NodeIdentity.of(directory)).isEmpty();
        mine.claim(directory, COORDINATOR);
        assertThat(NodeIdentity.of(directory)).contains(mine);
    }

    @Test
    void doesNotOverwriteUnreadableFile() throws IOException {
        Path file = directory.resolve("node.json");
        Files.createSymbolicLink(file, file);
        assertThatThrownBy(() -> new NodeIdentity("cluster", 3, 4, 16).claim(directory, COORDINATOR))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE))
                .hasMessageContaining(file.toString());
        assertThat(Files.isSymbolicLink(file)).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            | is empty; delete it, if the directory holds the data of this node
            {"clus | is damaged
            {"nodeId":3} | is damaged
            """)
    void damagedFileNamesRemedy(String content, String expected) throws IOException {
        Path file = Files.writeString(directory.resolve("node.json"), content == null ? "" : content);
        assertThatThrownBy(() -> new NodeIdentity("cluster", 3, 4, 16).claim(directory, COORDINATOR))
                .hasMessageContaining(file.toString())
                .hasMessageContaining(expected)
                .hasMessageContaining("delete it, if the directory holds the data of this node");
    }

    @Test
    void rewritesDamagedFileOfNode0() throws IOException {
        Files.createFile(directory.resolve("node.json"));
        NodeIdentity mine = new NodeIdentity("cluster", 0, 4, 16);
        mine.claim(directory, COORDINATOR);
        assertThat(NodeIdentity.of(directory)).contains(mine);
    }

    @Test
    void namesDirectoryInsteadOfFile() throws IOException {
        Path file = Files.createDirectory(directory.resolve("node.json"));
        assertThatThrownBy(() -> NodeIdentity.of(directory)).hasMessageContaining(file + " is a directory");
    }

    @Test
    void addsClusterShapeToFileOfOlderVersion() throws IOException {
        Files.writeString(directory.resolve("node.json"), "{\"clusterId\":\"cluster\",\"nodeId\":3}");
        NodeIdentity mine = new NodeIdentity("cluster", 3, 4, 16);
        mine.claim(directory, COORDINATOR);
        assertThat(NodeIdentity.of(directory)).contains(mine);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            cluster, 2, 4, 16 | Correct data.dir or node.id
            other, 3, 4, 16   | If node 0 has lost its data and made a new cluster, stop it and restore its data.dir from a backup
            cluster, 3, 4, 8  | is distributed over 8 subgroups, but according to the journal of node 0 at alpha:21200 the cluster has 16
            """)
    void rejectsDataOfAnotherNodeWithSafeAdvice(String found, String expected) throws IOException {
        String[] parts = found.split(", ");
        new NodeIdentity(parts[0], Integer.parseInt(parts[1]), Integer.parseInt(parts[2]), Integer.parseInt(parts[3]))
                .claim(directory, COORDINATOR);
        byte[] before = Files.readAllBytes(directory.resolve("node.json"));
        assertThatThrownBy(() -> new NodeIdentity("cluster", 3, 4, 16).claim(directory, COORDINATOR))
                .hasMessageContaining(expected)
                .hasMessageNotContaining("empty directory");
        assertThat(directory.resolve("node.json")).hasBinaryContent(before);
    }
}
