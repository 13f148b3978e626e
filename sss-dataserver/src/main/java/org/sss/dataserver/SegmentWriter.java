package org.sss.dataserver;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.PooledByteBufAllocator;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.kvs.KvsException;
import org.sss.kvs.KvsSeal;
import org.sss.kvs.KvsTuning;
import org.sss.kvs.KvsWriter;
import org.sss.net.rpc.Json;

/** The segment file of a subgroup that is being written. Used by its storage thread only. */
final class SegmentWriter {
    private final Path file;
    private final int number;
    private final KvsWriter store;
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
     * Writes one block; both buffers are direct.
     *
     * @param key of {@link BlockKeys}
     * @throws KvsException when the file cannot be written; it is of no use any more then
     */
    void put(ByteBuffer key, ByteBuffer block) {
        store.put(key, block);
        records++;
    }

    /**
     * Completes the file with its manifest, closes it and seals it with its checksum.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when the store holds another number of blocks than it was given
     */
    void seal(Manifest manifest) {
        if (store.recordCount() != records) {
            throw new SssException(ErrorCode.INTERNAL, "segment " + file + " was given " + records + " blocks and has "
                    + store.recordCount());
        }
        putManifest(Json.write(manifest));
        store.close();
        KvsSeal.write(file);
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
