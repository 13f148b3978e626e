package org.sss.dataserver.merge;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.sss.dataserver.TestNode.attempt;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.AllLayouts;
import org.sss.dataserver.TestNode;
import org.sss.dataserver.Tuples;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.group.Storage;
import org.sss.dataserver.layout.FileTarget;
import org.sss.dataserver.layout.HybridTarget;
import org.sss.dataserver.layout.MemoryLayout;
import org.sss.dataserver.layout.MemoryTarget;
import org.sss.dataserver.segment.FileRun;
import org.sss.net.block.BlockFormat;
import org.sss.net.block.KeyRange;
import org.sss.net.block.RunWriter;
import org.sss.net.control.GroupKey;

/** Blocks that get lost, or come twice, on their way to where they stay are missed when that is sealed. */
final class LostBlocksIT {
    private static final Tuples TUPLES = Tuples.numbered("key", 5000, "value");

    @TempDir
    Path directory;

    private final BlockValidator validator = new BlockValidator();
    private final OpenRuns runs = new OpenRuns(Path.of("none"));
    private Storage storage;
    private FileTarget file;
    private MemoryTarget memory;

    private enum Fault {
        NONE,
        LOST,
        TWICE,
        SHORTER
    }

    /** Something happens to the second block that it is given. */
    private final class FaultyTarget implements RunTarget {
        private final RunTarget target;
        private final Fault fault;
        private int blocks;

        FaultyTarget(RunTarget target, Fault fault) {
            this.target = target;
            this.fault = fault;
        }

        @Override
        public void take(OpenRun run, BufferedBlock block) throws IOException {
            if (++blocks != 2 || fault == Fault.NONE) {
                target.take(run, block);
                return;
            }
            if (fault == Fault.LOST) {
                block.block().release();
                return;
            }
            if (fault == Fault.TWICE) {
                target.take(
                        run, new BufferedBlock(block.firstKey(), block.block().retainedDuplicate()));
            } else {
                setDataBytes(block.block(), dataBytes(block.block()) - 7);
            }
            target.take(run, block);
        }

        @Override
        public void store(OpenRun run, BlockValidator loaded, byte[] bytes, int offset) throws IOException {
            take(run, BufferedBlock.copy(loaded, bytes, offset));
        }

        @Override
        public void merged(BufferedBlock block) {
            target.merged(block);
        }

        @Override
        public SealResult seal(RunSealing made) throws IOException {
            return target.seal(made);
        }
    }

    private static int dataBytes(ByteBuf block) {
        return block.getInt(block.readerIndex() + BlockFormat.DATA_BYTES_AT);
    }

    private static void setDataBytes(ByteBuf block, int bytes) {
        block.setInt(block.readerIndex() + BlockFormat.DATA_BYTES_AT, bytes);
    }

    @BeforeEach
    void open() {
        storage = Storage.open(new DataDirectory(directory), TestNode.CONFIG, Disk.UNSYNCED, null, AllLayouts::of);
        Group group = Group.fresh(GroupKey.of(1), storage, true);
        file = new FileTarget(group, 5, 1, validator, block -> block.block().release());
        memory = new MemoryTarget(new MemoryLayout(storage.memory().tuples(), Runnable::run), group, 5, 1);
    }

    @AfterEach
    void close() {
        file.discard();
        memory.discard();
        validator.close();
        storage.close();
    }

    private OpenRun hold(int source) {
        OpenRun run = runs.get(new Attempt(attempt(source)), 0);
        TUPLES.writeTo(new RunWriter((bytes, length) -> {
            validator.load(Unpooled.wrappedBuffer(bytes, 0, length));
            run.checkFollows(validator);
            run.add(validator);
            run.buffered().add(BufferedBlock.copy(validator));
        }));
        return run;
    }

    private void seal(RunTarget target, int maxMergeRuns) throws IOException {
        RunSealing sealing =
                new RunSealing("group 1, subgroup 5", TestNode.CONFIG, maxMergeRuns, validator, runs, target);
        sealing.run();
        target.seal(sealing);
    }

    @ParameterizedTest
    @CsvSource({
        "file, LOST, 2 blocks", "file, TWICE, 4 blocks", "file, SHORTER, 3 blocks with 5000 tuples of 79993 bytes",
        "memory, LOST, 2 blocks", "memory, TWICE, 4 blocks",
                "memory, SHORTER, 3 blocks with 5000 tuples of 79993 bytes",
        "both, LOST, 2 blocks", "both, TWICE, 4 blocks", "both, SHORTER, 3 blocks with 5000 tuples of 79993 bytes"
    })
    void detectsBlockThatChangesBeforeItsTarget(String target, Fault fault, String there) throws IOException {
        hold(0);
        if (target.equals("both")) {
            OpenRun spilled = hold(1);
            file.take(spilled, spilled.buffered().poll());
        }
        assertThatThrownBy(() -> seal(new FaultyTarget(target(target), fault), 1))
                .isInstanceOfSatisfying(
                        SssException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INTERNAL))
                .hasMessageContaining("group 1, subgroup 5")
                .hasMessageContaining("has " + there)
                .hasMessageContaining("run 0 (")
                .hasMessageContaining("of which 3 blocks with 5000 tuples of 80000 bytes were put");
    }

    private RunTarget target(String name) {
        return switch (name) {
            case "file" -> file;
            case "memory" -> memory;
            default -> new HybridTarget(memory, file);
        };
    }

    @ParameterizedTest
    @CsvSource({"file, LOST", "file, TWICE", "file, SHORTER", "memory, LOST", "memory, TWICE", "memory, SHORTER"})
    void detectsLostBlockOfMergedRuns(String target, Fault fault) {
        hold(0);
        hold(1);
        assertThatThrownBy(() -> seal(new FaultyTarget(target(target), fault), 10))
                .hasMessageContaining("group 1, subgroup 5")
                .hasMessageContaining("with 10000 tuples of 160000 bytes were put");
    }

    @Test
    void sealsCompleteRuns() throws IOException {
        hold(0);
        hold(1);
        seal(new FaultyTarget(file, Fault.NONE), 10);
        List<FileRun> sealed = file.asTemporary().runs(KeyRange.ALL);
        assertThat(sealed)
                .singleElement()
                .satisfies(run -> assertThat(run.info().tuples()).isEqualTo(10_000));
        sealed.forEach(FileRun::close);
    }

    @Test
    void detectsRunWithoutBlocks() {
        hold(0);
        List<BufferedBlock> lost = new ArrayList<>(runs.all().get(0).buffered());
        runs.all().get(0).buffered().clear();
        lost.forEach(block -> block.block().release());
        assertThatThrownBy(() -> seal(memory, 1))
                .hasMessageContaining("has 0 blocks with 0 tuples of 0 bytes of run 0 (");
    }
}
