package org.sss.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.sss.client.ClusterStatus.Repair;
import org.sss.client.ClusterStatus.Repair.Progress;

class RepairTextTest {
    private static Repair repair(int fewer, int repaired, Progress progress) {
        return new Repair(fewer, fewer == 0 ? 0 : 2, repaired, 0, List.of(), progress, Map.of());
    }

    @Test
    void saysHowFarCopyingIs() {
        Progress progress = new Progress(1440L << 20, 1000L << 20, 48L << 20, 50L << 20);
        assertThat(RepairText.of(repair(2, 2, progress)))
                .containsExactly("2 groups have fewer copies than 2: 1.4 GiB to copy, 40 %, 48.0 MiB/s, 30 s left");
        assertThat(RepairText.of(repair(0, 1, progress)))
                .containsExactly("all groups have all of their copies, and 1 group moves to other nodes: 1.4 GiB to"
                        + " copy, 40 %, 48.0 MiB/s, 30 s left");
    }

    @Test
    void saysThatNothingIsMissing() {
        assertThat(RepairText.of(repair(0, 0, new Progress(0, 0, 0, 1))))
                .containsExactly("all groups have all of their copies");
    }

    @Test
    void saysWhyNothingIsCopied() {
        assertThat(RepairText.of(repair(1, 1, new Progress(10, 0, 0, 0))))
                .containsExactly("1 group has fewer copies than 2: 10 B to copy, but repair.rate of node 0 is 0B, so"
                        + " nothing is copied");
        Repair waits = new Repair(3, 2, 0, 1, List.of("words"), new Progress(0, 0, 0, 1), Map.of(2, 540L));
        assertThat(RepairText.of(waits))
                .containsExactly(
                        "1 group without a whole copy on nodes that can be read: words. Start the nodes that have them,"
                                + " or drop them with 'sss group rm'",
                        "node 2 may be back soon with its data: other nodes get copies of it in 540 s; 'sss cluster"
                                + " repair --now' does not wait",
                        "3 groups have fewer copies than 2: nothing can be copied now");
    }
}
