package org.sss.server.coordinator;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sss.net.control.GroupInfo;

/** Base of tests of a coordinator with three fake nodes and a readable group {@code in}. */
abstract class OnFakeCluster {
    static final int SUBGROUPS = 6;

    @TempDir
    Path directory;

    FakeCluster cluster;
    GroupInfo input;

    @BeforeEach
    final void startCluster() {
        cluster = new FakeCluster(directory, 3, SUBGROUPS, 2);
        input = cluster.writeGroup("in", false);
    }

    @AfterEach
    final void closeCluster() {
        cluster.close();
    }

    void allNodes(FakeNode.Behaviour behaviour) {
        cluster.nodes.forEach(node -> node.behaviour.set(behaviour));
    }
}
