package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsSeal;
import org.sss.kvs.KvsTuning;
import org.sss.kvs.KvsWriter;
import org.sss.net.rpc.Json;

/** The segment of a subgroup that is being written, with the runs of all attempts mixed. Used by its storage thread only. */
final class SegmentWriter {
    private final Path file;
    private final int number;
    private final KvsWriter store;
    private final Map<Attempt, Map<Integer, OpenRun>> runs = new HashMap<>();
    private int nextRun;
    private long records;

    SegmentWriter(Path file, int number) {
        this.file = file;
        this.number = number;
        store = KvsWriter.create(file, KvsTuning.forBlocks());
    }

    /** N in the name of the file. */
    int number() {
        return number;
    }

    Path file() {
        return file;
    }

    /**
     * Stores one block.
     *
     * @return whether it began a new run
     * @throws SssException {@link ErrorCode#CORRUPT}; nothing was stored then
     * @throws KvsException when the file cannot be written; it is of no use any more then
     */
    boolean put(Attempt attempt, int sequence, ByteBuf block, BlockIntake intake) {
        intake.load(block);
        OpenRun run = run(attempt, sequence);
        run.checkFollows(intake);
        store.put(intake.key(run.number(), run.blocks()), intake.value(block));
        records++;
        run.add(intake);
        return run.blocks() == 1;
    }

    private OpenRun run(Attempt attempt, int sequence) {
        Map<Integer, OpenRun> ofAttempt = runs.computeIfAbsent(attempt, a -> new HashMap<>());
        return ofAttempt.computeIfAbsent(sequence, s -> new OpenRun(nextRun++, attempt.id(), s));
    }

    /** Forgets the runs of {@code attempt}; their blocks are garbage from now on. */
    void forget(Attempt attempt) {
        runs.remove(attempt);
    }

    /** Attempts that have runs here. */
    Set<Attempt> attempts() {
        return Set.copyOf(runs.keySet());
    }

    boolean isEmpty() {
        return runs.isEmpty();
    }

    /**
     * Completes the file with the manifest of the runs of {@code committed}, closes it and seals it with its checksum.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when the store holds another number of blocks than it was given
     */
    Manifest seal(long group, int subgroup, Set<Attempt> committed) {
        Manifest manifest = new Manifest(Manifest.VERSION, group, subgroup, finishRuns(committed));
        if (store.recordCount() != records) {
            throw new SssException(ErrorCode.INTERNAL, "segment " + file + " was given " + records + " blocks and has "
                    + store.recordCount());
        }
        putManifest(Json.write(manifest));
        store.close();
        KvsSeal.write(file);
        return manifest;
    }

    private List<RunInfo> finishRuns(Set<Attempt> committed) {
        List<RunInfo> infos = new ArrayList<>();
        runs.forEach((attempt, ofAttempt) -> {
            if (committed.contains(attempt)) {
                ofAttempt.values().forEach(run -> infos.add(run.finish()));
            }
        });
        infos.sort(RunInfo.VALUE_ORDER);
        return infos;
    }

    private void putManifest(byte[] json) {
        byte[] key = BlockKeys.manifest();
        ByteBuf direct = PooledByteBufAllocator.DEFAULT.directBuffer(key.length + json.length);
        try {
            direct.writeBytes(key).writeBytes(json);
            store.put(direct.nioBuffer(0, key.length), direct.nioBuffer(key.length, json.length));
        } finally {
            direct.release();
        }
    }

    /** Closes and unlinks the file. */
    void discard() {
        store.abandon();
        Disk.delete(file);
    }
}
