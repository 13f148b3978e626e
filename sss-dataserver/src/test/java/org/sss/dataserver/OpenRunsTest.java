package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.Unpooled;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OpenRunsTest {
    private final OpenRuns runs = new OpenRuns();

    private OpenRun held(int source, int blocks, int written) {
        OpenRun run = runs.get(new Attempt(attempt(source)), 0);
        for (int i = 0; i < blocks; i++) {
            run.held().add(new HeldBlock(new byte[1], Unpooled.wrappedBuffer(new byte[100])));
        }
        for (int i = 0; i < written; i++) {
            run.nextWritten();
        }
        return run;
    }

    @Test
    void thoseInTheFileInPartMakeRoomFirstThenTheLargest() {
        OpenRun small = held(0, 1, 0);
        OpenRun smallInPart = held(1, 1, 7);
        OpenRun large = held(2, 5, 0);
        OpenRun largeInPart = held(3, 4, 1);
        assertThat(runs.inSpillOrder()).containsExactly(largeInPart, smallInPart, large, small);
    }

    @Test
    void thoseThatHoldNothingAreNotSorted() {
        List<OpenRun> holders = new ArrayList<>();
        for (int source = 0; source < 2000; source++) {
            OpenRun run = held(source, source % 1000 == 5 ? source + 1 : 0, 3);
            if (source % 1000 == 5) {
                holders.add(0, run);
            }
        }
        assertThat(runs.inSpillOrder()).isEqualTo(holders).hasSize(2);
        assertThat(runs.all()).hasSize(2000);
    }
}
