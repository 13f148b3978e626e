package org.sss.dataserver;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.GroupCommit;
import org.sss.dataserver.group.PutReceiver;
import org.sss.dataserver.group.Storage;
import org.sss.dataserver.group.StorageLayout;
import org.sss.dataserver.group.Subgroup;
import org.sss.dataserver.group.SubgroupWriter;
import org.sss.dataserver.layout.BlocksLayout;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.merge.StorageThread;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Segment;
import org.sss.net.block.RunWriter;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupKey;
import org.sss.net.transport.Message;

/** A bug, or no memory, while a block is stored: nothing of what it may have lost is committed. */
@Timeout(60)
final class UnexpectedErrorsIT {
    private static final Tuples TUPLES = Tuples.numbered("key", 10_000, "value");
    /** For all of {@link #TUPLES} once, and not twice. */
    private static final long MEMORY_BYTES = 300_000;

    @TempDir
    Path directory;

    private Storage storage;
    private Group group;
    /** The block that fails, from 1. */
    private volatile int failingBlock;

    private volatile boolean takesItFirst;
    private volatile boolean spillFails;

    @BeforeEach
    void open() {
        storage = Storage.open(
                new DataDirectory(directory),
                TestNode.CONFIG.withThreads(1, 1).withMemoryBytes(MEMORY_BYTES),
                Disk.UNSYNCED,
                null,
                AllLayouts::of);
        storage.layouts().put(DataServerConfig.Layout.BLOCKS, new FailingLayout());
        group = Group.fresh(GroupKey.of(1), storage, false);
    }

    @AfterEach
    void close() {
        storage.close();
        assertThat(storage.memory().tuples().usedBytes()).isZero();
    }

    private final class FailingLayout implements StorageLayout {
        private final BlocksLayout blocks = new BlocksLayout();

        @Override
        public SubgroupWriter writer(Group of, Subgroup subgroup, int number, StorageThread thread) {
            return new FailingWriter(blocks.writer(of, subgroup, number, thread));
        }

        @Override
        public Segment restore(Group of, CommittedSegment committed) {
            return blocks.restore(of, committed);
        }

        @Override
        public void close() {
            // nothing is open
        }
    }

    private final class FailingWriter implements SubgroupWriter {
        private final SubgroupWriter writer;
        private int blocks;

        FailingWriter(SubgroupWriter writer) {
            this.writer = writer;
        }

        @Override
        public boolean put(Attempt attempt, int sequence, ByteBuf block, boolean trusted) throws IOException {
            boolean fails = ++blocks == failingBlock;
            if (!fails) {
                return writer.put(attempt, sequence, block, trusted);
            }
            if (takesItFirst) {
                writer.put(attempt, sequence, block, trusted);
            }
            throw new IllegalStateException("a bug");
        }

        @Override
        public void forget(Attempt attempt) {
            writer.forget(attempt);
        }

        @Override
        public Set<Attempt> attempts() {
            return writer.attempts();
        }

        @Override
        public boolean isEmpty() {
            return writer.isEmpty();
        }

        @Override
        public long bufferedBytes() {
            return writer.bufferedBytes();
        }

        @Override
        public void spill() throws IOException {
            if (spillFails) {
                throw new AssertionError("a bug");
            }
            writer.spill();
        }

        @Override
        public SealResult seal(Set<Attempt> committed) throws IOException {
            return writer.seal(committed);
        }

        @Override
        public void discard() {
            writer.discard();
        }
    }

    private void put(int source, int subgroup, Tuples tuples) {
        PutAnswer answer = new PutAnswer();
        PutReceiver stream =
                group.openPut(new DataVerbs.Put(GroupKey.of(1), attempt(source), false), answer, stored -> {});
        tuples.writeTo(new RunWriter((block, length) -> stream.onData(
                Unpooled.buffer(8 + length).writeInt(subgroup).writeInt(0).writeBytes(block, 0, length))));
        stream.onEnd(Message.EMPTY);
        answer.await();
    }

    private long commit(int source) {
        return new GroupCommit(group, List.of(attempt(source)), null).run().tuples();
    }

    @ParameterizedTest(name = "block {0}")
    @ValueSource(ints = {1, 2, -2})
    void aBlockThatFailsUnexpectedlyFailsItsAttempt(int block) {
        failingBlock = Math.abs(block);
        takesItFirst = block < 0;
        assertThatThrownBy(() -> put(0, 5, TUPLES))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("group 1, subgroup 5")
                .hasMessageContaining("a bug");
        await().until(() -> storage.memory().tuples().usedBytes() == 0);

        failingBlock = 0;
        put(0, 5, TUPLES);
        assertThat(commit(0)).isEqualTo(10_000);
    }

    @Test
    void othersWhoseBlocksAreLostWithItCannotBeCommittedEither() {
        put(0, 5, Tuples.of("a", "1"));
        failingBlock = 3;
        assertThatThrownBy(() -> put(1, 5, TUPLES)).hasMessageContaining("a bug");
        assertThatThrownBy(() -> commit(0))
                .hasMessageContaining("cannot commit attempt")
                .hasMessageContaining("a bug");
    }

    @Test
    void attemptThatCouldNotSpillCannotBeCommitted() {
        put(0, 5, TUPLES);
        spillFails = true;
        assertThatThrownBy(() -> put(1, 6, TUPLES)).hasMessageContaining("a bug");
        assertThatThrownBy(() -> commit(0))
                .hasMessageContaining("cannot commit attempt")
                .hasMessageContaining("a bug");
    }
}
