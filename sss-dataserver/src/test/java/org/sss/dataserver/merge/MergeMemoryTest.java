package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.BlockSlots;
import org.sss.dataserver.run.FrameSource;
import org.sss.dataserver.run.KeyFinder;
import org.sss.dataserver.run.Run;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.scan.RunSet;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;

class MergeMemoryTest {
    private static final long LIMIT = 64 << 20;
    private static final long WANTED = 12 << 20;
    private static final DataServerConfig CONFIG = DataServerConfig.defaults();

    private final MergeMemory memory = new MergeMemory(LIMIT);

    @Test
    void singleScanGetsAllTheMemoryItWants() {
        try (MergeMemory.Share share = memory.take(WANTED)) {
            assertThat(share.of(CONFIG)).isEqualTo(CONFIG);
            assertThat(memory.outBytes()).isEqualTo(WANTED);
        }
        assertThat(memory.outBytes()).isZero();
    }

    @Test
    void hundredScansUseLittleMoreThanTheLimitAndReleaseIt() {
        List<MergeMemory.Share> shares = new ArrayList<>();
        for (int i = 0; i < 100; i++) {
            shares.add(memory.take(WANTED));
        }
        assertThat(memory.outBytes()).isBetween(LIMIT / 2, LIMIT + 100 * MergeMemory.MIN_BYTES);
        DataServerConfig last = shares.get(99).of(CONFIG);
        assertThat(last.merging().bytes()).isEqualTo((int) MergeMemory.MIN_BYTES / 2);
        assertThat(last.merging().maxRuns()).isEqualTo(16);
        shares.forEach(MergeMemory.Share::close);
        shares.forEach(MergeMemory.Share::close);
        assertThat(memory.outBytes()).isZero();
    }

    @Test
    void rejectsScanWhenHalfOfTheMemoryIsInUse() {
        MergeMemory.Share first = memory.take(WANTED);
        while (memory.outBytes() + MergeMemory.MIN_BYTES <= 4 * LIMIT) {
            memory.take(WANTED);
        }
        OneRun run = new OneRun();
        assertThatThrownBy(() -> run.set().mergedFrames(memory, config -> null))
                .isInstanceOfSatisfying(SssException.class, e -> {
                    assertThat(e.code()).isEqualTo(ErrorCode.OVERLOADED);
                    assertThat(e).hasMessageContaining("try again later").hasMessageContaining("larger heap");
                });
        assertThat(run.closed).isTrue();

        first.close();
        try (MergeMemory.Share share = memory.take(WANTED)) {
            assertThat(share.of(CONFIG).merging().bytes()).isEqualTo((int) MergeMemory.MIN_BYTES / 2);
        }
    }

    @Test
    void littleIsHadAtOnce() {
        memory.take(LIMIT);
        try (MergeMemory.Share share = memory.take(1000)) {
            assertThat(share.of(CONFIG)).isEqualTo(CONFIG);
        }
    }

    /** A segment with a run of 10 MiB. */
    private static final class OneRun extends Segment implements Run {
        private boolean closed;

        OneRun() {
            super(7, 3, 1);
        }

        RunSet set() {
            return RunSet.open(List.of(this), KeyRange.ALL, CONFIG);
        }

        @Override
        public List<Run> runs(KeyRange range) {
            return List.of(this);
        }

        @Override
        public RunInfo info() {
            return new RunInfo(
                    0,
                    TestNode.attempt(0),
                    0,
                    new RunInfo.Size(320, 1000, 10 << 20, 10 << 20),
                    new byte[1],
                    new byte[2]);
        }

        @Override
        public void close() {
            closed = true;
        }

        @Override
        public void setDropped() {
            throw new UnsupportedOperationException();
        }

        @Override
        public SssException corrupt(String what, Throwable cause) {
            throw new UnsupportedOperationException();
        }

        @Override
        public BlockSource source(KeyRange range, int batchBytes) {
            throw new AssertionError("it is read");
        }

        @Override
        public FrameSource frames(KeyRange range, int batchBytes) {
            throw new AssertionError("it is read");
        }

        @Override
        public KeyFinder keys(BlockSlots.Slot slot, boolean oneOfMany) {
            throw new UnsupportedOperationException();
        }
    }
}
