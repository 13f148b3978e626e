package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;

final class NodeIdentityTest {
    @TempDir
    Path directory;

    @Test
    void aDirectoryThatSaysNothingIsClaimed() {
        NodeIdentity mine = new NodeIdentity("cluster", 3);
        assertThat(NodeIdentity.of(directory)).isEmpty();
        mine.claim(directory);
        assertThat(NodeIdentity.of(directory)).contains(mine);
    }

    @Test
    void whatCannotBeLookedAtIsNotOverwritten() throws IOException {
        Path file = directory.resolve("node.json");
        Files.createSymbolicLink(file, file);
        assertThatThrownBy(() -> new NodeIdentity("cluster", 3).claim(directory)).isInstanceOfSatisfying(SssException.class,
                e -> assertThat(e.code()).isEqualTo(ErrorCode.STORAGE)).hasMessageContaining(file.toString());
        assertThat(Files.isSymbolicLink(file)).isTrue();
    }
}
