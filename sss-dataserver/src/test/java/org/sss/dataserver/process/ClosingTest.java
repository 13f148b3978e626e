package org.sss.dataserver.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.netty.buffer.ByteBuf;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.merge.MergeMemory;
import org.sss.dataserver.merge.RunCompaction;
import org.sss.dataserver.run.ChainedSource;
import org.sss.dataserver.scan.ChainedFrames;
import org.sss.dataserver.scan.MergedFrames;
import org.sss.dataserver.scan.Scans;
import org.sss.dataserver.scan.StreamFrames;
import org.sss.net.block.BlockReader;
import org.sss.net.block.BlockSource;
import org.sss.net.block.KeyRange;
import org.sss.net.transport.Message;
import org.sss.net.transport.Stream;

/** What one that cannot be closed leaves open. */
class ClosingTest {
    private static final String DISK = "the disk is gone";

    @TempDir
    Path directory;

    private final AtomicInteger closed = new AtomicInteger();

    private void close(boolean fails) {
        closed.incrementAndGet();
        if (fails) {
            throw new SssException(ErrorCode.STORAGE, DISK);
        }
    }

    private BlockSource source(boolean fails) {
        return new BlockSource() {
            @Override
            public boolean next(BlockReader reader) {
                return false;
            }

            @Override
            public void close() {
                ClosingTest.this.close(fails);
            }
        };
    }

    private StreamFrames frames(boolean fails) {
        return new StreamFrames() {
            @Override
            public ByteBuf next() {
                return null;
            }

            @Override
            public byte[] trailer() {
                return new byte[0];
            }

            @Override
            public void close() {
                ClosingTest.this.close(fails);
            }
        };
    }

    @Test
    void allAreClosedAndTheFirstReasonIsThrownWithTheOthers() {
        assertThatThrownBy(() -> Closing.all(() -> close(true), () -> close(false), () -> close(true)))
                .hasMessage(DISK)
                .satisfies(e -> assertThat(e.getSuppressed()).hasSize(1));
        assertThat(closed).hasValue(3);
    }

    @Test
    void closesSourcesAndFramesAfterOneThatFails() {
        assertThatThrownBy(new ChainedSource(List.of(source(true), source(false)))::close)
                .hasMessage(DISK);
        assertThatThrownBy(new ChainedFrames(List.of(frames(true), frames(false)))::close)
                .hasMessage(DISK);
        assertThat(closed).hasValue(4);
    }

    @Test
    void mergeReleasesItsMemoryWhenARunCannotBeClosed() {
        MergeMemory memory = new MergeMemory(1 << 20);
        RunCompaction compaction = new RunCompaction(TestNode.CONFIG, directory, "a test");
        MergedFrames merge = new MergedFrames(
                compaction.start(List.of(source(true), source(false), source(true)), 0),
                KeyRange.ALL,
                memory.take(1000));
        assertThatThrownBy(merge::close).hasMessage(DISK);
        assertThat(closed).hasValue(3);
        assertThat(memory.outBytes()).isZero();
    }

    @Test
    void scanThatCannotBeClosedReleasesItsSlot() {
        Scans scans = new Scans(TestNode.CONFIG.withMaxStreams(1, 1));
        try {
            for (int i = 0; i < 3; i++) {
                Ends stream = new Ends();
                await().ignoreExceptions().until(() -> scans.start(stream, () -> frames(true)) != null);
                await().until(() -> stream.ended);
            }
        } finally {
            scans.close();
        }
        assertThat(closed).hasValue(3);
    }

    /** A client that waits for the end. */
    private static final class Ends implements Stream {
        private volatile boolean ended;

        @Override
        public void send(ByteBuf data) {
            throw new UnsupportedOperationException();
        }

        @Override
        public boolean trySend(ByteBuf data) {
            throw new UnsupportedOperationException();
        }

        @Override
        public void end(Message trailer) {
            ended = true;
        }

        @Override
        public void fail(SssException error) {
            throw new AssertionError(error);
        }

        @Override
        public void grant(int bytes) {
            throw new UnsupportedOperationException();
        }
    }
}
