package org.sss.server.shuffle.meta;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.ShuffleMeta;

class MetaMessagesTest {
    private static final MetaBlock BLOCK = new MetaBlock(0, 4, 1, 2, 3, 4_000_000_000L, 5);

    private static TreeMap<Integer, NodeSizes> of(int node) {
        return new TreeMap<>(Map.of(node, new NodeSizes(9, List.of(BLOCK))));
    }

    @Test
    void messageWaitsUntilItIsNeeded() {
        try (MetaBed bed = new MetaBed(3, Duration.ofSeconds(10))) {
            bed.nodes.get(0).send(1, 7, of(0));
            bed.nodes.get(2).send(1, 7, of(2));
            assertThat(bed.nodes.get(1).await(2, 7)).isEqualTo(of(2));
            assertThat(bed.nodes.get(1).await(0, 7)).isEqualTo(of(0));
        }
    }

    @Test
    void secondMessageOfANumberIsRefused() {
        try (MetaBed bed = new MetaBed(2, Duration.ofSeconds(10))) {
            bed.nodes.get(0).send(1, 0, of(0));
            assertFails(
                    () -> bed.nodes.get(0).send(1, 0, of(0)),
                    ErrorCode.ALREADY_EXISTS,
                    "node 0 cannot send meta-blocks to node 1");
        }
    }

    @Test
    void messagesThatNobodyNeedsAreBounded() {
        try (MetaBed bed = new MetaBed(2, Duration.ofSeconds(10))) {
            for (int number = 0; number < 4; number++) {
                bed.nodes.get(0).send(1, number, of(0));
            }
            assertFails(() -> bed.nodes.get(0).send(1, 4, of(0)), ErrorCode.OVERLOADED, "node 1 has 4 messages");
        }
    }

    @Test
    void unknownSenderIsRefused() {
        try (MetaBed bed = new MetaBed(2, Duration.ofSeconds(10))) {
            for (int node : new int[] {-1, 1, 2}) {
                assertFails(
                        () -> bed.nodes.get(1).receive(new ShuffleMeta(bed.spec.key(), node, 0), new byte[0], () -> {}),
                        ErrorCode.PROTOCOL,
                        "of node " + node);
            }
        }
    }

    @Test
    void brokenMessageNamesBothNodes() {
        try (MetaBed bed = new MetaBed(2, Duration.ofSeconds(10))) {
            bed.nodes.get(1).receive(new ShuffleMeta(bed.spec.key(), 0, 3), new byte[] {1}, () -> {});
            assertFails(
                    () -> bed.nodes.get(1).await(0, 3),
                    ErrorCode.PROTOCOL,
                    "node 1 waits for meta-blocks of node 0 (message 3)");
        }
    }

    @Test
    void closeFreesMessagesAndEndsWaits() {
        AtomicInteger freed = new AtomicInteger();
        try (MetaBed bed = new MetaBed(2, Duration.ofSeconds(10))) {
            bed.nodes.get(1).receive(new ShuffleMeta(bed.spec.key(), 0, 0), new byte[0], freed::incrementAndGet);
            bed.nodes.get(1).close();
            assertThat(freed).hasValue(1);
            assertFails(() -> bed.nodes.get(1).await(0, 0), ErrorCode.CLOSED, "has ended at node 1");
            assertFails(() -> bed.nodes.get(0).send(1, 1, of(0)), ErrorCode.CLOSED, "has ended at node 1");
        }
    }

    private static void assertFails(Runnable action, ErrorCode code, String message) {
        assertThatThrownBy(action::run).isInstanceOfSatisfying(SssException.class, e -> {
            assertThat(e.code()).isEqualTo(code);
            assertThat(e).hasMessageContaining(message);
        });
    }
}
