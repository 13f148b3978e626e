package org.sss.dataserver.copy;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import java.io.IOException;
import java.util.List;
import java.util.function.Function;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.net.control.DataVerbs.Fetched;
import org.sss.net.control.DataVerbs.FetchedSegment;
import org.sss.net.rpc.DataQueue;
import org.sss.net.rpc.Json;

/** Reads the answer of one source to {@code data.fetch}. One thread, once. */
final class FileFetch implements AutoCloseable {
    private final DataQueue queue;
    private final Replication replication;
    private final Throttle throttle;
    private ByteBuf frame; // null if none is open

    /** @param throttle of all fetches of the copy */
    FileFetch(DataQueue queue, Replication replication, Throttle throttle) {
        this.queue = queue;
        this.replication = replication;
        this.throttle = throttle;
        replication.reads(queue);
    }

    /** Receives the list of files, which comes first. */
    Fetched list() {
        ByteBuf first = queue.take(replication.patience());
        if (first == null) {
            throw new SssException(ErrorCode.PROTOCOL, "it answers without a list of its files");
        }
        try {
            Fetched list = Json.read(ByteBufUtil.getBytes(first), Fetched.class, "its list of files");
            list.segments().forEach(FileFetch::check);
            return list;
        } finally {
            first.release();
        }
    }

    private static void check(FetchedSegment segment) {
        if (segment.fileBytes() <= 0
                || segment.number() <= 0
                || segment.stored().tuples() <= 0) {
            throw new SssException(ErrorCode.PROTOCOL, "its list of files has a " + segment);
        }
    }

    /**
     * Receives all files.
     *
     * @param create makes the file of a segment; the caller closes it
     */
    void files(List<FetchedSegment> segments, Function<FetchedSegment, ReceivedFile> create) throws IOException {
        for (FetchedSegment segment : segments) {
            ReceivedFile file = create.apply(segment);
            while (file.missingBytes() > 0) {
                if (!nextFrame()) {
                    throw new SssException(
                            ErrorCode.PROTOCOL,
                            "it ended " + file.missingBytes() + " bytes before the end of the segment of subgroup "
                                    + segment.subgroup());
                }
                file.append(frame, (int) Math.min(frame.readableBytes(), file.missingBytes()));
            }
        }
        if (nextFrame()) {
            throw new SssException(ErrorCode.PROTOCOL, "it sends more bytes than its files have");
        }
    }

    /** Returns false if there are no more bytes. */
    private boolean nextFrame() {
        if (frame != null && frame.isReadable()) {
            return true;
        }
        release();
        frame = queue.take(replication.patience());
        if (frame == null) {
            return false;
        }
        replication.moved(frame.readableBytes());
        replication.pause(throttle.taken(frame.readableBytes()));
        return true;
    }

    private void release() {
        if (frame != null) {
            frame.release();
            frame = null;
        }
    }

    @Override
    public void close() {
        release();
        queue.close();
    }
}
