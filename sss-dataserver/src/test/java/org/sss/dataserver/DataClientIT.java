package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.CONFIG;
import static org.sss.dataserver.TestNode.attempt;
import static org.sss.dataserver.Tuples.bytes;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.dataserver.run.TupleTotals;
import org.sss.net.block.RunWriter;
import org.sss.net.control.ClusterMap;
import org.sss.net.control.DataVerbs.Stored;
import org.sss.net.control.GroupKey;
import org.sss.net.control.NodeInfo;
import org.sss.net.data.PutSession;
import org.sss.net.data.RemoteSource;
import org.sss.net.transport.tcp.TcpTransport;

/** The data client of other modules against this server. */
final class DataClientIT {
    @TempDir
    Path directory;

    @Test
    void whatAPutSessionSendsARemoteSourceReads() {
        try (TestNode node = TestNode.open(directory, CONFIG, TcpTransport::new)) {
            ClusterMap cluster = new ClusterMap(
                    "test",
                    1,
                    List.of(new NodeInfo(
                            0, node.connection().peer(), node.connection().peer())),
                    4);
            Tuples tuples = Tuples.numbered("key", 20_000, "value").add(bytes("large"), new byte[700_000]);
            try (PutSession put = new PutSession(a -> node.connection(), cluster, GroupKey.of(3), attempt(0))) {
                for (int sequence = 0; sequence < 2; sequence++) {
                    int run = sequence;
                    tuples.writeTo(new RunWriter((block, length) -> put.send(1, run, block, length)));
                }
                Stored stored = put.finish(PutClient.PATIENCE);
                assertThat(TupleTotals.of(node.server().commit(GroupKey.of(3), List.of(attempt(0)))))
                        .isEqualTo(TupleTotals.of(stored));
            }
            Tuples expected = new Tuples().addAll(tuples).addAll(tuples);
            RemoteSource source = new RemoteSource(a -> node.connection(), cluster, PutClient.PATIENCE);
            assertThat(Tuples.readAll(source.merged(3, 1))).isEqualTo(expected);
            assertThat(Tuples.readAll(source.blocks(3, 1))).isEqualTo(expected);
            for (boolean ordered : new boolean[] {true, false}) {
                assertThat(Tuples.readAll(source.range(3, 1, ordered, bytes("key00019000"), bytes("large\0")))
                                .range(bytes("key00019000"), bytes("large\0")))
                        .isEqualTo(expected.range(bytes("key00019000"), bytes("large\0")));
            }
        }
    }
}
