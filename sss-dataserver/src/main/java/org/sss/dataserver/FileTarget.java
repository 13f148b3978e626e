package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;
import org.sss.dataserver.CommitRecord.CommittedSegment;

/**
 * The segment file of a subgroup, made when its first block comes: spilled blocks before the commit, the others at the
 * commit. Used by its storage thread only.
 */
final class FileTarget implements RunTarget {
    private final Group group;
    private final int subgroup;
    private final int number;
    private final BlockIntake intake;
    private final Consumer<HeldBlock> free;
    private SegmentWriter file; // null until a block is written

    /** @param free takes blocks that are in memory no longer */
    FileTarget(Group group, int subgroup, int number, BlockIntake intake, Consumer<HeldBlock> free) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.intake = intake;
        this.free = free;
    }

    boolean isEmpty() {
        return file == null;
    }

    private SegmentWriter file() throws IOException {
        if (file == null) {
            group.checkUsable();
            file = new SegmentWriter(group.makeDirectory().resolve(DataDirectory.temporaryName(subgroup, number)),
                    group.disk().isSynced(), new BlockPlaces(scratch(), BlockPlaces.MEMORY_BYTES), intake.stage(), free);
        }
        return file;
    }

    private Path scratch() {
        return group.storage().directory().scratch("index", group.id(), subgroup, number);
    }

    /** Writes the next block of {@code run}, which is loaded. */
    void write(OpenRun run, ByteBuf block) throws IOException {
        file().write(run, intake, block);
    }

    /** What the blocks that were taken and are not written yet take of the budget. */
    long begunCost() {
        return file == null ? 0 : file.begunCost();
    }

    /** Writes all that was taken. */
    void flush() throws IOException {
        if (file != null) {
            file.flush();
        }
    }

    @Override
    public void take(OpenRun run, HeldBlock block) throws IOException {
        boolean taken = false;
        try {
            file().take(run, block);
            taken = true;
        } finally {
            if (!taken) {
                free.accept(block);
            }
        }
    }

    @Override
    public void store(OpenRun run, BlockIntake loaded, byte[] bytes, int offset) throws IOException {
        file().copy(run, loaded, bytes, offset);
    }

    @Override
    public void merged(HeldBlock block) {
        free.accept(block);
    }

    @Override
    public Sealed seal(RunSealing made) throws IOException {
        return seal(made, made.runs());
    }

    /** @param runs those of what was made that are here */
    Sealed seal(RunSealing made, List<RunInfo> runs) throws IOException {
        Manifest manifest = new Manifest(Manifest.VERSION, group.id(), group.identity(), subgroup, number, runs);
        file.seal(manifest, made::keyGoesOnAt, group.disk());
        CommittedSegment committed = new CommittedSegment(subgroup, number, DataServerConfig.Layout.BLOCKS, manifest.stored(),
                Files.size(file.file()));
        return new Sealed(committed, made.attempts(), new SealedFile(file.file()));
    }

    /** The complete file under its temporary name, under which the next start deletes it. */
    FileSegment asTemporary() {
        return group.fileSegment(subgroup, number, file.file());
    }

    /** A complete file that has its temporary name. */
    private final class SealedFile implements Sealed.Contents {
        private final Path sealed;

        SealedFile(Path sealed) {
            this.sealed = sealed;
        }

        @Override
        public Segment publish() throws IOException {
            Path named = group.directory().resolve(DataDirectory.sealedName(subgroup, number));
            Files.move(sealed, named, StandardCopyOption.ATOMIC_MOVE);
            return group.fileSegment(subgroup, number, named);
        }

        @Override
        public void discard() {
            // it may be named by a commit file whose writing was said to have failed
        }
    }

    void discard() {
        if (file != null) {
            file.discard();
            file = null;
        }
    }
}
