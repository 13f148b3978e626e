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
 * What is written to one subgroup, by all attempts, until it is sealed or discarded. Used by the storage thread of the
 * subgroup only.
 */
public interface SubgroupWriter {
    /**
     * Takes one block, which {@link StorageThread#intake} has loaded after that; the caller keeps the buffer.
     *
     * @param believed whether it was packed in this process, and need not be checked
     * @return whether it began a new run
     * @throws SssException {@link ErrorCode#CORRUPT}, and nothing was taken then; {@link ErrorCode#STORAGE}, and the attempt is to fail
     * @throws KvsException as {@link IOException}: what was written is lost, the caller discards this
     */
    boolean put(Attempt attempt, int sequence, ByteBuf block, boolean believed) throws IOException;

    /** Forgets the runs of {@code attempt} and frees what they have in memory. */
    void forget(Attempt attempt);

    /** Attempts that have runs here. */
    Set<Attempt> attempts();

    /** Whether none has, which may be asked often. */
    boolean isEmpty();

    /** As {@link Spillable#heldBytes}. */
    long heldBytes();

    /** Writes some of what is held in memory to the file; when that fails, what was written is lost. */
    void spill() throws IOException;

    /**
     * Completes the runs of {@code committed}, of which there is one at least, and forgets the others. This object is of no use
     * any more.
     *
     * @throws SssException {@link ErrorCode#INTERNAL} when not everything is there that was put; the caller discards this then,
     *     and also after any other exception
     */
    SealResult seal(Set<Attempt> committed) throws IOException;

    /** Frees everything, files and memory. Idempotent. */
    void discard();
}
