package org.sss.dataserver.segment;

import java.io.EOFException;
import java.io.IOException;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ClosedChannelException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.sss.api.ErrorCode;
import org.sss.api.SssException;
import org.sss.dataserver.disk.Disk;
import org.sss.dataserver.run.RunInfo;
import org.sss.dataserver.run.Segment;
import org.sss.net.block.KeyRange;
import org.sss.net.control.GroupKey;

/** A committed segment file; open only while the {@link SegmentCache} needs it. Thread-safe. */
public final class FileSegment extends Segment {
    private final Supplier<GroupKey> writer;
    private final IntSupplier writtenAs;
    private final Path file;
    private final SegmentCache cache;
    private volatile boolean dropped;
    /** Why it cannot be opened any more; or null. */
    private volatile SssException gone;

    /**
     * Makes one that the group itself wrote.
     *
     * @param identity of the group; null when unknown, and not compared
     */
    public FileSegment(long group, Supplier<String> identity, int subgroup, int number, Path file, SegmentCache cache) {
        this(
                subgroup,
                number,
                file,
                cache,
                group,
                () -> {
                    String known = identity.get();
                    return known == null ? null : new GroupKey(group, known);
                },
                () -> number);
    }

    /**
     * @param writer    the group that wrote it; null when unknown: then {@code group} is assumed, and the identity is
     *     not compared
     * @param writtenAs the number that it was written with
     */
    public FileSegment(
            int subgroup,
            int number,
            Path file,
            SegmentCache cache,
            long group,
            Supplier<GroupKey> writer,
            IntSupplier writtenAs) {
        super(group, subgroup, number);
        this.writer = writer;
        this.writtenAs = writtenAs;
        this.file = file;
        this.cache = cache;
    }

    /** Returns the group that wrote it; null when unknown. May read a commit file. */
    GroupKey writer() {
        return writer.get();
    }

    /** Returns true if a file with this number in its manifest may be this one. May read a commit file. */
    boolean isWrittenAs(int manifestNumber) {
        return manifestNumber == number() || manifestNumber == writtenAs.getAsInt();
    }

    public Path file() {
        return file;
    }

    @Override
    public List<FileRun> runs(KeyRange range) {
        try (SegmentCache.Lease lease = cache.acquire(this)) {
            List<RunInfo> infos = lease.open().index().manifest().runs();
            List<FileRun> runs = new ArrayList<>();
            for (int position = 0; position < infos.size(); position++) {
                if (infos.get(position).overlaps(range)) {
                    runs.add(new FileRun(lease.share(), position));
                }
            }
            return runs;
        }
    }

    @Override
    public void setDropped() {
        dropped = true;
        cache.drop(this);
    }

    /** Marks it as not on this node any more: readers that have it open may read it to the end, others fail. */
    public void setGone() {
        gone = gone(super.toString());
        cache.drop(this);
    }

    /** Returns the error for readers of what this node had. */
    public static SssException gone(String what) {
        return SssException.withoutTrace(
                ErrorCode.NODE_UNREACHABLE, what + " is not on this node any more; read it at a node that has it");
    }

    /** Opens the whole file, for a copy of it. */
    public SegmentBytes bytes() {
        return new SegmentBytes(cache.acquire(this));
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND}, {@link ErrorCode#NODE_UNREACHABLE} */
    void checkMayOpen() {
        checkNotDropped();
        if (gone != null) {
            throw gone;
        }
    }

    /** @throws SssException {@link ErrorCode#NOT_FOUND} */
    void checkNotDropped() {
        if (dropped) {
            throw new SssException(ErrorCode.NOT_FOUND, "group " + group() + " was dropped");
        }
    }

    /** Returns the error of a failed read of this file. */
    SssException error(IOException e) {
        checkNotDropped();
        if (e instanceof NoSuchFileException && gone != null) {
            return gone;
        } else if (e instanceof NoSuchFileException) {
            return corrupt("the file is missing", e);
        } else if (e instanceof EOFException) {
            return corrupt(e.getMessage(), e);
        } else if (e instanceof ClosedByInterruptException) {
            return new SssException(ErrorCode.CANCELLED, "interrupted while reading " + this, e);
        } else if (e instanceof ClosedChannelException) {
            return new SssException(ErrorCode.CLOSED, "the data server is stopping", e);
        }
        return Disk.error("read " + this, file, e);
    }

    /** Returns an error about bytes in this file. */
    public SssException corrupt(String what, Throwable cause) {
        return new SssException(ErrorCode.CORRUPT, this + damage(what), cause);
    }

    /** Returns the rest of an error message about a file. */
    public static String damage(String what) {
        return " is damaged: " + what
                + ". Restore the file from a copy, or drop the group and run the job that wrote it again";
    }

    @Override
    public String toString() {
        return super.toString() + ", file " + file;
    }
}
