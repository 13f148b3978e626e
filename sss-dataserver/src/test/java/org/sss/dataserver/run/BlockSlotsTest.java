package org.sss.dataserver.run;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class BlockSlotsTest {
    private static final int ALL = 200;

    private final BlockSlots.Pool pool = new BlockSlots.Pool(ALL);

    /** How many different ones a request for keys of many runs has. */
    private static long slots(BlockSlots request) {
        return IntStream.range(0, 100).mapToObj(request::slot).distinct().count();
    }

    @Test
    void singleRequestHasASlotForEachOfManyRuns() {
        assertThat(slots(pool.take())).isEqualTo(BlockSlots.SLOTS);
    }

    @Test
    void hundredsOfRequestsUseLittleMoreThanTheLimitAndReleaseIt() {
        List<BlockSlots> requests = new ArrayList<>();
        long taken = 0;
        for (int i = 0; i < 300; i++) {
            requests.add(pool.take());
            taken += slots(requests.get(i));
        }
        assertThat(taken).isBetween((long) ALL, ALL + 300L);
        assertThat(slots(requests.get(299))).isEqualTo(1);
        requests.forEach(pool::giveBack);
        assertThat(slots(pool.take())).isEqualTo(BlockSlots.SLOTS);
    }
}
