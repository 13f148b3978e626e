package org.sss.net.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.time.Duration;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.NodeAddress;

@Timeout(60)
class PutSessionTest {
    private static final Duration WAIT = Duration.ofSeconds(20);
    private static final AttemptId ATTEMPT = new AttemptId("wf-1/count", 2, 0);

    private final FakeCluster cluster = new FakeCluster(3, 6);
    private final PutSession session = new PutSession(cluster::connection, cluster.map, GroupKey.of(9), ATTEMPT);
    private final byte[] block = new byte[40_000];

    @AfterEach
    void close() {
        session.close();
        cluster.close();
    }

    @Test
    void blocksReachTheOwnersOfTheirSubgroupsInOrder() {
        for (int i = 0; i < 100; i++) {
            Arrays.fill(block, (byte) i);
            session.send(i % 2 == 0 ? 0 : 4, 3, block, 30_000 + i);
        }
        DataVerbs.Stored stored = session.finish(WAIT);
        assertThat(stored).isEqualTo(new DataVerbs.Stored(1000, 200, 2000, 100, 2));
        for (int i = 0; i < 100; i++) {
            byte[] found = (i % 2 == 0
                            ? cluster.servers.get(0).run(9, 0, 3)
                            : cluster.servers.get(1).run(9, 4, 3))
                    .get(i / 2);
            assertThat(found).hasSize(30_000 + i).containsOnly((byte) i);
        }
        assertThat(cluster.servers.get(0).puts).containsExactly(new DataVerbs.Put(GroupKey.of(9), ATTEMPT, false));
    }

    @Test
    void opensNoStreamToNodesWithoutBlocks() {
        session.send(1, 0, block, 100);
        session.finish(WAIT);
        assertThat(cluster.servers).extracting(s -> s.puts.size()).containsExactly(0, 1, 0);
    }

    @Test
    void aSessionWithoutBlocksStoresNothing() {
        assertThat(session.finish(WAIT)).isEqualTo(DataVerbs.Stored.NONE);
    }

    @Test
    void comparesStoredTuplesWithSentTuples() {
        for (long sent : new long[] {19, 20, 21}) {
            for (long bytes : new long[] {199, 200, 201}) {
                SssException e = catchThrowableOfType(SssException.class, () -> sendTwoBlocks(sent, bytes));
                if (sent == 20 && bytes == 200) {
                    assertThat(e).isNull();
                } else {
                    assertThat(e.code()).isEqualTo(ErrorCode.CORRUPT);
                    assertThat(e)
                            .hasMessageContaining(
                                    "stored 20 tuples of " + sent + ", and 200 bytes of keys and values of " + bytes)
                            .hasMessageContaining("group 9")
                            .hasMessageContaining("wf-1/count#2.0");
                }
            }
        }
    }

    /** To two servers, each of which reports ten tuples of 100 bytes. */
    private void sendTwoBlocks(long tuples, long dataBytes) {
        try (PutSession counted = new PutSession(cluster::connection, cluster.map, GroupKey.of(9), ATTEMPT)) {
            counted.send(0, 0, block, 100);
            counted.send(1, 0, block, 100);
            counted.finish(WAIT, tuples, dataBytes);
        }
    }

    @Test
    void nextCallNamesFailedDataServer() {
        cluster.servers.get(1).blocksUntilFull = 2;
        session.send(1, 0, block, 100);
        session.send(1, 0, block, 100);
        session.send(1, 0, block, 100);
        for (Runnable call : new Runnable[] {() -> session.send(1, 0, block, 100), () -> session.finish(WAIT)}) {
            SssException e = catchThrowableOfType(SssException.class, call::run);
            assertThat(e.code()).isEqualTo(ErrorCode.STORAGE);
            assertThat(e)
                    .hasMessageContaining("the disk is full")
                    .hasMessageContaining("node 1")
                    .hasMessageContaining("group 9");
        }
    }

    @Test
    void closingAnUnfinishedSessionFailsItsStreams() {
        session.send(0, 0, block, 100);
        session.send(2, 0, block, 100);
        session.close();
        session.close();
        assertThat(cluster.servers.get(0).failures).hasSize(1);
        assertThat(cluster.servers.get(2).failures).hasSize(1);
        assertThat(cluster.servers.get(0).putsEnded).hasValue(0);
    }

    @Test
    void closingAFinishedSessionChangesNothing() {
        session.send(0, 0, block, 100);
        session.finish(WAIT);
        session.close();
        assertThat(cluster.servers.get(0).failures).isEmpty();
        assertThat(cluster.servers.get(0).putsEnded).hasValue(1);
    }

    @Test
    void timeoutNamesSilentDataServer() {
        cluster.servers.get(2).mute = true;
        session.send(2, 0, block, 100);
        SssException e = catchThrowableOfType(SssException.class, () -> session.finish(Duration.ofMillis(20)));
        assertThat(e.code()).isEqualTo(ErrorCode.TIMEOUT);
        assertThat(e).hasMessageContaining("node 2");
        session.close();
        assertThat(cluster.servers.get(2).failures).hasSize(1);
    }

    @Test
    void earlyAnswerIsAProtocolError() {
        cluster.servers.get(0).answersEarly = true;
        session.send(0, 0, block, 100);
        SssException e = catchThrowableOfType(SssException.class, () -> session.send(0, 0, block, 100));
        assertThat(e.code()).isEqualTo(ErrorCode.PROTOCOL);
        assertThat(e).hasMessageContaining("before the end");
    }

    @Test
    void namesUnreachableNode() {
        PutSession lost = new PutSession(
                address -> {
                    throw new SssException(ErrorCode.NODE_UNREACHABLE, "no route to " + address);
                },
                cluster.map,
                GroupKey.of(9),
                ATTEMPT);
        SssException e = catchThrowableOfType(SssException.class, () -> lost.send(1, 0, block, 100));
        assertThat(e.code()).isEqualTo(ErrorCode.NODE_UNREACHABLE);
        assertThat(e).hasMessageContaining("node 1").hasMessageContaining("no route");
        lost.close();
    }

    @Test
    void nextCallReportsLostConnection() {
        session.send(0, 0, block, 100);
        NodeAddress data = cluster.map.nodes().get(0).data();
        cluster.connection(data).close();
        SssException e = catchThrowableOfType(SssException.class, () -> session.finish(WAIT));
        assertThat(e).hasMessageContaining("node 0");
    }

    @Test
    void interruptedWaitIsCancelledAndPreservesTheInterrupt() {
        cluster.servers.get(0).mute = true;
        session.send(0, 0, block, 100);
        Thread.currentThread().interrupt();
        SssException e = catchThrowableOfType(SssException.class, () -> session.finish(WAIT));
        assertThat(Thread.interrupted()).isTrue();
        assertThat(e.code()).isEqualTo(ErrorCode.CANCELLED);
    }
}
