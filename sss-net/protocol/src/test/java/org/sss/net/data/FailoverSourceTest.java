package org.sss.net.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.RunWriter;
import org.sss.net.block.ScanPosition;
import org.sss.net.control.NodeInfo;
import org.sss.net.transport.NodeAddress;

class FailoverSourceTest {
    private static final int BLOCKS = 5;
    private static final NodeInfo NODE = new NodeInfo(0, new NodeAddress("server", 1), new NodeAddress("data", 1));

    private final List<byte[]> blocks = new ArrayList<>();
    private final BlockReader reader = new BlockReader();
    private ErrorCode failure = ErrorCode.TIMEOUT;
    private int failAt = -1;
    private int scans;
    private int closed;
    private long nanos;
    private int timeAsked;
    private byte[] from;

    FailoverSourceTest() {
        write(1);
    }

    @Test
    void reconnectsAfterAPauseAtTheSamePosition() {
        FailoverSource patient = patient();
        List<Integer> keys = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            keys.add(next(patient));
        }
        failAt = 3;
        nanos += Duration.ofSeconds(40).toNanos();
        for (int key = next(patient); key >= 0; key = next(patient)) {
            keys.add(key);
        }
        assertThat(keys).containsExactly(0, 1, 2, 3, 4);
        assertThat(scans).isEqualTo(2);
        patient.close();
        assertThat(closed).isEqualTo(2);
    }

    @Test
    void reconnectsAfterAPauseOfTheMinimumStallTimeout() {
        FailoverSource patient = patient();
        failAt = 1;
        assertThat(next(patient)).isZero();
        nanos += Duration.ofSeconds(1).toNanos();
        assertThat(next(patient)).isEqualTo(1);
        assertThat(scans).isEqualTo(2);
    }

    @Test
    void reconnectsIfTheReaderIsSlowAtEachBlock() {
        FailoverSource patient = patient();
        failAt = 4;
        List<Integer> keys = new ArrayList<>();
        for (int i = 0; i < BLOCKS; i++) {
            nanos += Duration.ofSeconds(2).toNanos();
            keys.add(next(patient));
        }
        assertThat(keys).containsExactly(0, 1, 2, 3, 4);
        assertThat(scans).isEqualTo(2);
    }

    @Test
    void aTimeoutWithoutAPauseIsAnError() {
        FailoverSource patient = patient();
        failAt = 0;
        assertThatThrownBy(() -> patient.next(reader)).isInstanceOf(SssException.class);
    }

    @Test
    void anotherErrorAfterAPauseIsAnError() {
        FailoverSource patient = patient();
        failAt = 0;
        failure = ErrorCode.CORRUPT;
        nanos += Duration.ofSeconds(40).toNanos();
        assertThatThrownBy(() -> patient.next(reader)).isInstanceOf(SssException.class);
    }

    /** A merge packs runs into new blocks, and the next scan may need no merge. */
    @Test
    void returnsTuplesOnceIfTheNextScanHasOtherBlocks() {
        FailoverSource patient = patient();
        List<Integer> keys = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            keys.add(next(patient));
        }
        failAt = 3;
        nanos += Duration.ofSeconds(40).toNanos();
        blocks.clear();
        write(BLOCKS);
        while (patient.next(reader)) {
            while (reader.next()) {
                keys.add((int) reader.key()[0]);
            }
        }
        assertThat(keys).containsExactly(0, 1, 2, 3, 4);
        assertThat(from).containsExactly(2);
    }

    @Test
    void doesNotReadTheClockAfterHalfASecond() {
        FailoverSource patient = patient();
        nanos += Duration.ofSeconds(1).toNanos();
        next(patient);
        int asked = timeAsked;
        while (next(patient) >= 0) {
            // to the end
        }
        assertThat(timeAsked).isEqualTo(asked);
    }

    private FailoverSource patient() {
        return new FailoverSource(
                GroupHolders.only(NODE), 0, new ScanPosition(null), (node, first) -> new Scan(first), () -> {
                    timeAsked++;
                    return nanos;
                });
    }

    private void write(int keysOfBlock) {
        RunWriter writer = new RunWriter((block, length) -> blocks.add(Arrays.copyOf(block, length)));
        for (int i = 0; i < BLOCKS; i++) {
            writer.add(new byte[] {(byte) i}, 0, 1, new byte[0], 0, 0);
            if ((i + 1) % keysOfBlock == 0) {
                writer.finish();
            }
        }
    }

    private int next(FailoverSource patient) {
        return patient.next(reader) && reader.next() ? reader.key()[0] : -1;
    }

    /** The blocks above; fails once, at {@code failAt}. */
    private final class Scan implements BlockSource {
        private int at;

        Scan(byte[] first) {
            scans++;
            from = first;
        }

        @Override
        public boolean next(BlockReader target) {
            if (at == failAt) {
                failAt = -1;
                throw new SssException(failure, "nobody took the blocks");
            }
            if (at == blocks.size()) {
                return false;
            }
            byte[] block = blocks.get(at++);
            target.reset(block, 0, block.length);
            return true;
        }

        @Override
        public void close() {
            closed++;
        }
    }
}
