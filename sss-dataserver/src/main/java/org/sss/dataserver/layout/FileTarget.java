package org.sss.dataserver.layout;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.function.Consumer;
import org.sss.dataserver.disk.DataDirectory;
import org.sss.dataserver.group.Group;
import org.sss.dataserver.merge.BlockValidator;
import org.sss.dataserver.merge.BufferedBlock;
import org.sss.dataserver.merge.OpenRun;
import org.sss.dataserver.merge.RunSealing;
import org.sss.dataserver.merge.RunTarget;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.process.DataServerConfig;
import org.sss.dataserver.run.CommitRecord.CommittedSegment;
import org.sss.dataserver.run.Manifest;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.dataserver.segment.ExternalBlockSorter;
import org.sss.dataserver.segment.FileSegment;
import org.sss.dataserver.segment.SegmentWriter;

/**
 * The segment file of a subgroup, created with its first block: spilled blocks before the commit, the others at the
 * commit. Used by its storage thread only.
 */
public final class FileTarget implements RunTarget {
    private final Group group;
    private final int subgroup;
    private final int number;
    private final BlockValidator validator;
    private final Consumer<BufferedBlock> free;
    private SegmentWriter file; // null until a block is written

    /** @param free receives blocks that are no longer needed in memory */
    public FileTarget(Group group, int subgroup, int number, BlockValidator validator, Consumer<BufferedBlock> free) {
        this.group = group;
        this.subgroup = subgroup;
        this.number = number;
        this.validator = validator;
        this.free = free;
    }

    boolean isEmpty() {
        return file == null;
    }

    private SegmentWriter file() throws IOException {
        if (file == null) {
            group.checkUsable();
            file = new SegmentWriter(
                    group.storage().config().writing().writer(),
                    group.makeDirectory().resolve(DataDirectory.temporaryName(subgroup, number)),
                    group.disk().isSynced(),
                    new ExternalBlockSorter(scratch(), ExternalBlockSorter.MEMORY_BYTES),
                    validator.stage(),
                    free);
        }
        return file;
    }

    private Path scratch() {
        return group.storage().directory().scratch("index", group.id(), subgroup, number);
    }

    /** Writes the next block of {@code run}, which is loaded. */
    void write(OpenRun run, ByteBuf block) throws IOException {
        file().write(run, validator, block);
    }

    /** Returns the budget of the blocks that were taken and are not written yet. */
    long pendingCost() {
        return file == null ? 0 : file.pendingCost();
    }

    /** Writes all blocks that were taken. */
    void flush() throws IOException {
        if (file != null) {
            file.flush();
        }
    }

    @Override
    public void take(OpenRun run, BufferedBlock block) throws IOException {
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
    public void store(OpenRun run, BlockValidator loaded, byte[] bytes, int offset) throws IOException {
        file().copy(run, loaded, bytes, offset);
    }

    @Override
    public void merged(BufferedBlock block) {
        free.accept(block);
    }

    @Override
    public SealResult seal(RunSealing made) throws IOException {
        return seal(made, made.runs());
    }

    /** @param runs those of {@code made} that are in this file */
    SealResult seal(RunSealing made, List<RunInfo> runs) throws IOException {
        Manifest manifest = new Manifest(Manifest.VERSION, group.id(), group.identity(), subgroup, number, runs);
        file.seal(manifest, made::keyContinuesAt, group.disk());
        CommittedSegment committed = new CommittedSegment(
                subgroup, number, DataServerConfig.Layout.BLOCKS, manifest.stored(), Files.size(file.file()));
        return new SealResult(committed, made.attempts(), new SealedFile(file.file()));
    }

    /** Returns the complete file under its temporary name; the next start deletes it. */
    public FileSegment asTemporary() {
        return group.fileSegment(subgroup, number, file.file());
    }

    /** A complete file with its temporary name. */
    private final class SealedFile implements SealResult.Contents {
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
            // a commit file may name it although writing that file was reported as failed
        }
    }

    public void discard() {
        if (file != null) {
            file.discard();
            file = null;
        }
    }
}
