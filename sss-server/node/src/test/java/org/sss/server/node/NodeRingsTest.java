package org.sss.server.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.sss.net.transport.tcp.TcpRings;
import org.sss.server.node.config.NodeConfig;

/** The module of UCX is not on the class path here. */
class NodeRingsTest {
    @TempDir
    Path directory;

    private NodeConfig ucx(String required) {
        return NodeConfig.of(
                "test",
                Map.of(
                        "node.id",
                        "0",
                        "cluster.nodes",
                        "127.0.0.1:1:2,127.0.0.1:3:4",
                        "data.dir",
                        directory.toString(),
                        "net.transport",
                        "ucx",
                        "net.transport.required",
                        required));
    }

    @Test
    void ucxIsRefusedWhereConnectionsAreEncryptedUnlessPlainTextIsAllowed() {
        Map<String, String> secure = new HashMap<>(Map.of(
                "node.id",
                "0",
                "cluster.nodes",
                "10.0.0.1:1:2,10.0.0.2:1:2",
                "data.dir",
                directory.toString(),
                "net.transport",
                "ucx"));
        assertThatThrownBy(() -> NodeRings.of(NodeConfig.of("test", secure)))
                .hasMessageContaining("net.transport = ucx encrypts nothing, and security = on")
                .hasMessageContaining("net.ucx.plaintext = allowed");
        secure.put("net.ucx.plaintext", "allowed");
        assertThat(NodeRings.of(NodeConfig.of("test", secure)))
                .as("without its jar")
                .isEqualTo(TcpRings.OFF);
    }

    @Test
    void aTransportThatIsRequiredAndUnavailableIsAnErrorWithTheRemedy() {
        assertThatThrownBy(() -> NodeRings.of(ucx("true")))
                .hasMessageContaining("net.transport.required = true, but the jar sss-net-ucx is not on the class path")
                .hasMessageContaining("the release archive has it");
    }

    @Test
    void aTransportThatIsUnavailableIsAWarningWithTheRemedy() {
        Logger logger = (Logger) LoggerFactory.getLogger(NodeRings.class);
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.WARN);
        try {
            assertThat(NodeRings.of(ucx("false"))).isEqualTo(TcpRings.OFF);
        } finally {
            logger.setLevel(null);
            logger.detachAppender(lines);
        }
        assertThat(lines.list).singleElement().satisfies(line -> {
            assertThat(line.getLevel()).isEqualTo(Level.WARN);
            assertThat(line.getFormattedMessage())
                    .contains("net.transport = ucx, but data goes by TCP: the jar sss-net-ucx");
        });
    }
}
