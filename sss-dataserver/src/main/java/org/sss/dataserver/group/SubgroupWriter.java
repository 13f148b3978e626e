package org.sss.dataserver.group;

import io.netty.buffer.ByteBuf;
import java.io.IOException;
import java.util.Set;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.merge.Attempt;
import org.sss.dataserver.merge.SealResult;
import org.sss.dataserver.merge.Spillable;
import org.sss.dataserver.merge.StorageThread;
import org.sss.kvs.library.KvsException;

/**
 * Writes one subgroup, for all attempts, until it is sealed or discarded. Used by the storage thread of the
 * subgroup only.
 */
public interface SubgroupWriter {
    /**
     * Takes one block, which {@link StorageThread#validator} has loaded afterwards; the caller owns the buffer.
     *
     * @param trusted whether it was packed in this process and needs no check
     * @return whether it started a new run
     * @throws SssException {@link ErrorCode#CORRUPT}, and nothing was taken; {@link ErrorCode#STORAGE}, and the attempt
     *     must fail
     * @throws KvsException as {@link IOException}: what was written is lost, the caller discards this
     */
    boolean put(Attempt attempt, int sequence, ByteBuf block, boolean trusted) throws IOException;

    /** Discards the runs of {@code attempt} and frees their memory. */
    void forget(Attempt attempt);

    /** Returns the attempts that have runs here. */
    Set<Attempt> attempts();

    /** Returns true if no attempt has runs here. Cheap. */
    boolean isEmpty();

    /** As {@link Spillable#bufferedBytes}. */
    long bufferedBytes();

    /** Writes some of the buffered blocks to the file; if that fails, what was written is lost. */
    void spill() throws IOException;

    /**
     * Completes the runs of {@code committed}, at least one, and discards the others. This object must not be used
     * afterwards.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when not everything that was put is there; the caller discards
     *     this then, and also after any other exception
     */
    SealResult seal(Set<Attempt> committed) throws IOException;

    /** Frees all files and memory. Idempotent. */
    void discard();
}
