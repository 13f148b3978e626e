package org.sss.dataserver;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.process.DataServerConfig;

/** Tests of a server that keeps groups in the one file of layout {@code tuples}. */
public abstract class OnTuplesLayout {
    public static final DataServerConfig CONFIG = TestNode.CONFIG.withLayout(DataServerConfig.Layout.TUPLES);
    public static final Tuples TUPLES = Tuples.numbered("key", 5000, "value");

    @TempDir
    public Path directory;

    public TestNode node;
    public Path file;

    @BeforeEach
    final void open() {
        node = TestNode.open(directory, CONFIG);
        file = directory.resolve("tuples.bdb");
    }

    @AfterEach
    final void close() {
        node.close();
    }

    public final void reopen(DataServerConfig config) {
        node.close();
        node = TestNode.open(directory, config);
    }
}
