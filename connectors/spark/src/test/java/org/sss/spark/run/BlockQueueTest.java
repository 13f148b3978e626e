package org.sss.spark.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import scala.Tuple2;

class BlockQueueTest {
    private final BlockQueue queue = new BlockQueue(1_000);

    @Test
    void anEndedTaskGivesItsChunksAndNoMore() throws InterruptedException {
        queue.put(3, new byte[] {1});
        queue.end();
        assertThat(queue.isDrained()).isFalse();
        assertThat(queue.poll(0)).extracting(Tuple2::_1).isEqualTo(3);
        assertThat(queue.isDrained()).isTrue();
        assertThat(queue.poll(0)).isNull();
    }

    /** However early it has failed: else Spark would take what it has sent for all of its output. */
    @Test
    void aFailedTaskIsNeverAtItsEnd() throws InterruptedException {
        queue.put(3, new byte[] {1});
        queue.fail(new IllegalStateException("a fault"));
        assertThat(queue.poll(0)).extracting(Tuple2::_1).isEqualTo(3);
        for (int i = 0; i < 2; i++) {
            assertThat(queue.isDrained()).isFalse();
            assertThatThrownBy(() -> queue.poll(0)).hasMessage("a fault");
        }
    }
}
