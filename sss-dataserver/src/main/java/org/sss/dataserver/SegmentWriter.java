package org.sss.dataserver;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.BitSet;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsTuning;
import org.sss.kvs.KvsWriter;

/** The segment file of a subgroup that is being written. Used by its storage thread only. */
final class SegmentWriter {
    /** So much is written before the disk begins its part; less would keep it from writing long sequences. */
    private static final long WRITE_BACK_BYTES = 8 << 20;

    private final Path file;
    private final boolean syncs;
    private final KvsWriter store;
    private long records;
    private long bytes;

    /** @param syncs whether the file will be synced, so that the disk may begin while the file is being written */
    SegmentWriter(Path file, boolean syncs) {
        this.file = file;
        this.syncs = syncs;
        store = KvsWriter.create(file, KvsTuning.forBlocks());
    }

    Path file() {
        return file;
    }

    /**
     * Writes one block; both buffers are direct.
     *
     * @param key of {@link BlockKeys}
     * @throws KvsException when the file cannot be written; it is of no use any more then
     */
    void put(ByteBuffer key, ByteBuffer block) {
        long before = bytes;
        bytes += block.remaining();
        store.put(key, block);
        records++;
        if (syncs && bytes / WRITE_BACK_BYTES > before / WRITE_BACK_BYTES) {
            store.startWriteBack();
        }
    }

    /**
     * Closes the file and completes it with the index of the runs of {@code manifest}.
     *
     * @param keyGoesOnAt for each of them the blocks whose first key is the last key of the block before
     * @param scratch     name of a file for a moment, should the index not fit into memory
     * @param disk        syncs the file as configured
     * @throws SssException {@link ErrorCode#INTERNAL} when the file has other blocks than it was given
     */
    void seal(Manifest manifest, Function<RunInfo, BitSet> keyGoesOnAt, Path scratch, Disk disk) throws IOException {
        store.close();
        try (BlockPlaces places = new BlockPlaces(scratch, BlockPlaces.MEMORY_BYTES)) {
            new SegmentSeal(file, manifest, records, keyGoesOnAt, places).write(disk);
        }
    }

    /** Closes and unlinks the file. */
    void discard() {
        store.abandon();
        Disk.delete(file);
    }
}
