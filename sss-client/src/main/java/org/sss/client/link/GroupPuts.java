package org.sss.client.link;

import java.util.concurrent.atomic.AtomicInteger;
import org.sss.api.Compression;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.block.BlockCodecs;
import org.sss.net.control.AttemptId;
import org.sss.net.control.DataVerbs;
import org.sss.net.control.GroupInfo;
import org.sss.net.data.PutSession;

/**
 * The attempts that this process sends to the data servers of a group that is being written, here or by another
 * process. Thread-safe.
 */
public final class GroupPuts {
    /** Maximum per commit: their JSON is sent to each data server as one request. */
    public static final int MAX_ATTEMPTS = 300_000;

    private final ClusterLink link;
    private final GroupInfo group;
    private final AtomicInteger attemptCount = new AtomicInteger();

    /** @throws SssException INVALID_ARGUMENT if this JVM does not support the compression of the group */
    public GroupPuts(ClusterLink link, GroupInfo group) {
        BlockCodecs.checkUsable(group.compression());
        this.link = link;
        this.group = group;
    }

    public WriterBuffers writerBuffers() {
        return link.writerBuffers();
    }

    /** Compression of all blocks of the group. */
    public Compression compression() {
        return group.compression();
    }

    /** @throws SssException TOO_LARGE if a commit cannot name more attempts; the earlier ones can still be committed */
    public PutSession open(AttemptId attempt) {
        if (attemptCount.incrementAndGet() > MAX_ATTEMPTS) {
            throw new SssException(
                    ErrorCode.TOO_LARGE,
                    "group '" + group.name() + "' has " + MAX_ATTEMPTS
                            + " values of over 4 MiB from streams, the limit of one commit; write the others to "
                            + "another group");
        }
        return new PutSession(
                link::connection,
                link.mapFor(group),
                new DataVerbs.Put(group.key(), attempt, false)
                        .inMemory(group.inMemory())
                        .ofClient());
    }
}
