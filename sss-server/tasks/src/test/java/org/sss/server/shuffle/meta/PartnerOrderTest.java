package org.sss.server.shuffle.meta;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PartnerOrderTest {
    static IntStream nodeCounts() {
        return IntStream.rangeClosed(1, 16);
    }

    @ParameterizedTest
    @MethodSource("nodeCounts")
    void equalSizesNeverMeetAtOneReceiver(int nodes) {
        long[] equal = new long[nodes];
        Arrays.fill(equal, 10);
        List<List<Integer>> orders = IntStream.range(0, nodes)
                .mapToObj(sender -> PartnerOrder.of(sender, equal))
                .toList();
        for (int turn = 0; turn < nodes - 1; turn++) {
            Set<Integer> receivers = new HashSet<>();
            for (int sender = 0; sender < nodes; sender++) {
                assertThat(receivers.add(orders.get(sender).get(turn)))
                        .as("turn %s of %s", turn, sender)
                        .isTrue();
            }
        }
        for (int sender = 0; sender < nodes; sender++) {
            assertThat(orders.get(sender))
                    .hasSize(nodes - 1)
                    .doesNotHaveDuplicates()
                    .doesNotContain(sender);
        }
    }

    @Test
    void theOrderIsTheSameWhateverTheSizesAre() {
        assertThat(PartnerOrder.of(1, new long[] {7, 100, 9, 7, 8, 9})).containsExactly(2, 3, 4, 5, 0);
        assertThat(PartnerOrder.of(4, new long[] {7, 1, 900, 7, 0, 9})).containsExactly(5, 0, 1, 2, 3);
    }

    @Test
    void leavesOutWhoGetsNothing() {
        assertThat(PartnerOrder.of(1, new long[] {7, 100, 0, 7, 0, 9})).containsExactly(3, 5, 0);
        assertThat(PartnerOrder.of(0, new long[] {5, 0, 0})).isEmpty();
    }
}
